// Confirms signing out everywhere else, optionally with the API key.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Check } from '../../base/ui/check.tsx';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useEngine } from '../../model/engine/context.ts';

export function EndOthersDialog({ close, ended }: { close(): void; ended(): void }) {
  const { client } = useEngine();
  const [end_api_key, setEndApiKey] = useState(false);
  return (
    <FormDialog
      title={t('sessions_end_others_title')}
      action={t('sessions_end_others_do')}
      ready
      send={async () => {
        const answer = await client.endOtherSessions({ end_api_key });
        notify(t('sessions_others_ended', { count: answer.ended }));
        ended();
      }}
      close={close}
    >
      <p>{t('sessions_end_others_lead')}</p>
      <Check label={t('sessions_end_key')} value={end_api_key} change={setEndApiKey} />
    </FormDialog>
  );
}
