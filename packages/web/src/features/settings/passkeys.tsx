// The reader's passkeys: a list, and what adds and removes them. [WB950]
import type { beginPasskey, Passkey, ResultOf } from '@stoa/contract';
import { ApiError } from '@stoa/contract/api-error';
import type { Client } from '@stoa/sdk';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { lazyComponent, Nothing } from '../../base/ui/lazy-component.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { useResponse } from '../../model/engine/use-response.ts';
import { hasPasskeys } from '../../model/session/browser-passkeys.ts';

const PasskeyDialog = lazyComponent(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog, Nothing);
const PasskeyNameDialog = lazyComponent(
  async () => (await import('./passkey-name-dialog.tsx')).PasskeyNameDialog,
  Nothing,
);

const askPasskeys = (client: Client) => client.getPasskeys();

export function Passkeys() {
  const { client } = useEngine();
  const [answer, load] = useResponse(askPasskeys);
  const [begun, setBegun] = useState<ResultOf<typeof beginPasskey> | null>(null);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  if (answer === null || (answer.passkeys.length === 0 && !(answer.is_possible && hasPasskeys()))) return null;
  const { passkeys, is_possible } = answer;
  const begin = () => void attempt(async () => setBegun(await client.beginPasskey()));
  const remove = ({ passkey_id }: Passkey) =>
    void attemptOnce(`delete passkey ${passkey_id}`, async () => {
      try {
        await client.deletePasskey({ passkey_id });
      } catch (error) {
        // Another tab was faster.
        if (!(error instanceof ApiError && error.fields.reason === 'passkey_unknown')) throw error;
      }
      await load();
    });
  return (
    <div className="setting">
      <span className="setting-label">{t('passkeys')}</span>
      <p className="setting-hint quiet">{t('passkeys_hint')}</p>
      {passkeys.length > 0 && (
        <ul className="setting-list" aria-label={t('passkeys')}>
          {passkeys.map((passkey) => (
            <li key={passkey.passkey_id}>
              <div className="session-facts">
                <strong dir="auto">{passkey.name}</strong>
                <span className="quiet">{describe(passkey)}</span>
              </div>
              <div className="passkey-actions">
                <button type="button" className="button" onClick={() => setRenaming(passkey)}>
                  {t('passkey_rename')}
                  <span className="hidden-text"> {passkey.name}</span>
                </button>
                <button type="button" className="button" onClick={() => setRemoving(passkey)}>
                  {t('passkey_remove')}
                  <span className="hidden-text"> {passkey.name}</span>
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {is_possible && hasPasskeys() && (
        <div className="setting-actions">
          <button type="button" className="button" onClick={begin}>
            {t('passkey_add')}
          </button>
        </div>
      )}
      {begun && <PasskeyDialog begun={begun} added={() => void load()} close={() => setBegun(null)} />}
      {renaming && <PasskeyNameDialog passkey={renaming} renamed={load} close={() => setRenaming(null)} />}
      {removing && (
        <ConfirmDialog
          title={t('passkey_remove_title', { name: removing.name })}
          lead={t('passkey_remove_lead')}
          action={t('passkey_remove_do')}
          confirm={() => remove(removing)}
          close={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

function describe({ created_at, last_used_at, host, is_usable }: Passkey): string {
  const since = t('passkey_since', { date: longDate(created_at) });
  if (!is_usable) return `${since} · ${t('passkey_elsewhere', { host })}`;
  return `${since} · ${last_used_at === null ? t('passkey_unused') : t('passkey_used', { date: longDate(last_used_at) })}`;
}
