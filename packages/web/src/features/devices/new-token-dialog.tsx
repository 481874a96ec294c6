// Making an access token, and showing it once. [WB931] [WB932]
import * as Ariakit from '@ariakit/react';
import { MAX_TOKEN_NAME_LENGTH, TOKEN_SCOPES, type TokenScope } from '@stoa/contract';
import { useMemo, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { Check } from '../../base/ui/check.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { scopeHint, scopeName } from './token-scopes.ts';

const DAYS: readonly number[] = [7, 30, 90, 365];
const USUAL_DAYS = 30;

/** The refusals that are about the name. */
const NAME = /^token_name$/;

export interface NewToken {
  readonly token: string;
  readonly email: string;
  readonly expires_at: number;
}

/** The reader's account and the bots they own: whom a token can act for. */
function useHolders(): readonly (readonly [user_id: number, name: string])[] {
  const own_id = useAppState(({ user_id }) => user_id);
  const realm_users = useAppState((state) => state.realm_users);
  return useMemo(() => {
    const bots = realm_users.filter(({ is_bot, bot_owner_id }) => is_bot && bot_owner_id === own_id);
    const named = bots.map(({ user_id, full_name }) => [user_id, full_name] as const);
    return [[own_id, t('token_for_me')], ...named.sort(([, a], [, b]) => a.localeCompare(b))];
  }, [own_id, realm_users]);
}

export function NewTokenDialog({ close, made }: { close(): void; made(token: NewToken): void }) {
  const { client } = useEngine();
  const own_id = useAppState(({ user_id }) => user_id);
  const holders = useHolders();
  const [name, setName] = useState('');
  const [holder, setHolder] = useState<number>(own_id);
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [expires_in_days, setDays] = useState<number>(USUAL_DAYS);
  const set = (scope: TokenScope, on: boolean) =>
    setScopes(TOKEN_SCOPES.filter((each) => (each === scope ? on : scopes.includes(each))));
  const send = async () => {
    const of_bot = holder === own_id ? {} : { bot_id: holder };
    made(await client.createAccessToken({ name, scopes: [...scopes], expires_in_days, ...of_bot }));
  };
  return (
    <FormDialog
      title={t('token_new_title')}
      action={t('token_new_do')}
      ready={name.trim() !== '' && scopes.length > 0}
      send={send}
      close={close}
    >
      <LabelledInput
        label={t('token_name')}
        refused_for={NAME}
        value={name}
        required
        maxLength={MAX_TOKEN_NAME_LENGTH}
        autoComplete="off"
        change={setName}
      />
      {holders.length > 1 && (
        <LabelledSelect label={t('token_for')} value={holder} choices={holders} change={setHolder} />
      )}
      <fieldset className="choices">
        <legend>{t('token_scopes')}</legend>
        {TOKEN_SCOPES.map((scope) => (
          <Check
            key={scope}
            label={
              <span>
                {scopeName(scope)}
                <span className="setting-hint quiet flag-hint">{scopeHint(scope)}</span>
              </span>
            }
            value={scopes.includes(scope)}
            change={(on) => set(scope, on)}
          />
        ))}
      </fieldset>
      <LabelledSelect
        label={t('token_expiry')}
        value={expires_in_days}
        choices={DAYS.map((count) => [count, t('token_days', { count })] as const)}
        change={setDays}
      />
    </FormDialog>
  );
}

/** The only time that the token is seen. */
export function NewTokenShown({ token: { token, email, expires_at }, close }: { token: NewToken; close(): void }) {
  return (
    <Dialog title={t('token_made_title')} onClose={close} hideOnInteractOutside={false}>
      <div className="form-dialog">
        <p>{t('token_made_lead')}</p>
        <CopyLine label={t('token')} text={token} action={t('api_key_copy')} primary />
        <p className="setting-hint quiet">{t('token_made_use', { address: email, date: longDate(expires_at) })}</p>
        <div className="dialog-actions">
          <Ariakit.DialogDismiss className="button">{t('token_made_done')}</Ariakit.DialogDismiss>
        </div>
      </div>
    </Dialog>
  );
}
