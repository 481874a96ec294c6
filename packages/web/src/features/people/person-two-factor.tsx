// Switches two-factor sign-in off for a person who lost their device; nothing while it is off. [WB944]
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';

export function PersonTwoFactor({ person: { user_id, full_name } }: { person: Person }) {
  const { client } = useEngine();
  const [enabled_at, setEnabledAt] = useState<number | null>(null);
  const [confirming, setConfirming] = useState(false);
  useEffect(() => {
    void attempt(async () => setEnabledAt((await client.getUserTwoFactor({ user_id })).enabled_at));
  }, [client, user_id]);
  if (enabled_at === null) return null;
  const switchOff = async () => {
    await client.disableUserTwoFactor({ user_id });
    setEnabledAt(null);
  };
  return (
    <div className="setting">
      <p className="quiet">{t('person_two_factor', { date: longDate(enabled_at) })}</p>
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => setConfirming(true)}>
          {t('person_two_factor_off')}
        </button>
      </div>
      {confirming && (
        <ConfirmDialog
          title={t('person_two_factor_title', { name: full_name })}
          lead={t('person_two_factor_lead', { name: full_name })}
          action={t('person_two_factor_do')}
          confirm={() => void attempt(switchOff)}
          close={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
