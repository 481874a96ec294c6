// Whether a person has two-factor sign-in, and what switches it off if they lost their device. [WB944] [WB948]
import type { getUserTwoFactor, ResultOf } from '@stoa/contract';
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';

export function PersonTwoFactor({ person: { user_id, full_name } }: { person: Person }) {
  const { client } = useEngine();
  const [state, setState] = useState<ResultOf<typeof getUserTwoFactor> | null>(null);
  const [confirming, setConfirming] = useState(false);
  useEffect(() => {
    void attempt(async () => setState(await client.getUserTwoFactor({ user_id })));
  }, [client, user_id]);
  if (state === null) return null;
  const { enabled_at, is_required, passkeys } = state;
  if (enabled_at === null && passkeys === 0)
    return is_required ? <p className="setting quiet">{t('person_two_factor_shut_out', { name: full_name })}</p> : null;
  const switchOff = async () => {
    await client.disableUserTwoFactor({ user_id });
    setState({ ...state, is_enabled: false, enabled_at: null, passkeys: 0 });
  };
  return (
    <div className="setting">
      {enabled_at !== null && <p className="quiet">{t('person_two_factor', { date: longDate(enabled_at) })}</p>}
      {passkeys > 0 && <p className="quiet">{t('person_passkeys', { count: passkeys })}</p>}
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => setConfirming(true)}>
          {t(enabled_at === null ? 'person_passkeys_off' : 'person_two_factor_off')}
        </button>
      </div>
      {confirming && (
        <ConfirmDialog
          title={t(enabled_at === null ? 'person_passkeys_title' : 'person_two_factor_title', { name: full_name })}
          lead={t('person_two_factor_lead', { name: full_name })}
          action={t(enabled_at === null ? 'person_passkeys_do' : 'person_two_factor_do')}
          confirm={() => void attempt(switchOff)}
          close={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
