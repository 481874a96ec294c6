// Makes a link with which a person who forgot their password chooses a new one. [WB29]
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';

export function ResetLink({ person: { user_id, full_name } }: { person: Person }) {
  const { client } = useEngine();
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    await attempt(async () => setUrl((await client.createPasswordResetLink({ user_id })).url));
    setBusy(false);
  };
  return (
    <div className="setting">
      <p className="quiet">{t('reset_link_hint')}</p>
      {url === null ? (
        <div className="setting-actions">
          <button type="button" className="button" disabled={busy} onClick={() => void make()}>
            {t('reset_link_make')}
          </button>
        </div>
      ) : (
        <>
          <CopyLine label={t('reset_link')} text={url} action={t('copy_link')} primary />
          <p role="status">{t('reset_link_made', { name: full_name })}</p>
        </>
      )}
    </div>
  );
}
