// Two-factor sign-in of the reader: whether it is on, and what switches it. [WB942]
import type { beginTwoFactor, ResultOf } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { lazyComponent, Nothing } from '../../base/ui/lazy-component.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useEngine } from '../../model/engine/context.ts';
import { useResponse } from '../../model/engine/use-response.ts';

const SetupDialog = lazyComponent(async () => (await import('./two-factor-setup.tsx')).SetupDialog, Nothing);
const RecoveryCodes = lazyComponent(async () => (await import('./recovery-codes.tsx')).RecoveryCodes, Nothing);

const stateOf = (client: Client) => client.getTwoFactor();

type Open =
  | { readonly dialog: 'setup'; readonly begun: ResultOf<typeof beginTwoFactor> }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] }
  | { readonly dialog: 'off' | 'renew' };

export function TwoFactor() {
  const { client } = useEngine();
  const [state, load] = useResponse(stateOf);
  const [open, setOpen] = useState<Open | null>(null);
  if (state === null || !(state.is_enabled || state.is_possible)) return null;
  const close = () => setOpen(null);
  const begin = () => void attempt(async () => setOpen({ dialog: 'setup', begun: await client.beginTwoFactor() }));
  const showCodes = (codes: readonly string[]) => {
    setOpen({ dialog: 'codes', codes });
    void load();
  };
  const renew = () => void attempt(async () => showCodes((await client.replaceRecoveryCodes()).recovery_codes));
  const switchOff = () =>
    void attempt(async () => {
      await client.disableTwoFactor();
      notify(t('two_factor_off_done'));
      await load();
    });
  return (
    <div className="setting">
      <span className="setting-label">{t('two_factor')}</span>
      <div className="setting-line">
        <span className="setting-value">
          {state.enabled_at === null
            ? t('two_factor_is_off')
            : t('two_factor_since', { date: longDate(state.enabled_at) })}
        </span>
        {state.is_enabled ? (
          <div className="setting-actions">
            <button type="button" className="button" onClick={() => setOpen({ dialog: 'renew' })}>
              {t('two_factor_renew')}
            </button>
            {!state.is_required && (
              <button type="button" className="button" onClick={() => setOpen({ dialog: 'off' })}>
                {t('two_factor_switch_off')}
              </button>
            )}
          </div>
        ) : (
          <button type="button" className="button" onClick={begin}>
            {t('two_factor_switch_on')}
          </button>
        )}
      </div>
      <p className="setting-hint quiet">
        {state.is_enabled ? t('two_factor_codes_left', { count: state.recovery_codes_left }) : t('two_factor_hint')}
        {state.is_required && ` ${t('two_factor_is_required')}`}
      </p>
      {open?.dialog === 'setup' && <SetupDialog begun={open.begun} enabled={showCodes} close={close} />}
      {open?.dialog === 'codes' && <RecoveryCodes codes={open.codes} close={close} />}
      {open?.dialog === 'renew' && (
        <ConfirmDialog
          title={t('two_factor_renew_title')}
          lead={t('two_factor_renew_lead')}
          action={t('two_factor_renew_do')}
          confirm={renew}
          close={close}
        />
      )}
      {open?.dialog === 'off' && (
        <ConfirmDialog
          title={t('two_factor_off_title')}
          lead={t('two_factor_off_lead')}
          action={t('two_factor_off_do')}
          confirm={switchOff}
          close={close}
        />
      )}
    </div>
  );
}
