// The access tokens of the account and of its bots: listed, made and revoked. [WB930]
import type { AccessToken } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { longDate, shortTime } from '../../base/text/dates.ts';
import { nowMs } from '../../base/time/clock.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { useResponse } from '../../model/engine/use-response.ts';
import { findPerson } from '../../model/state/state.ts';
import { type NewToken, NewTokenDialog, NewTokenShown } from './new-token-dialog.tsx';
import { scopeNames } from './token-scopes.ts';

const tokensOf = async (client: Client) => (await client.getAccessTokens()).tokens;

/** `ended`: counts the times that something else has ended all of them. */
export function AccessTokens({ ended }: { ended: number }) {
  const { client } = useEngine();
  const [tokens, load] = useResponse(tokensOf);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewToken | null>(null);
  const [revoking, setRevoking] = useState<AccessToken | null>(null);
  useEffect(() => {
    if (ended > 0) void load();
  }, [ended, load]);
  const revoke = async ({ token_id, name }: AccessToken) => {
    if (await attemptOnce(`revoke token ${token_id}`, () => client.revokeAccessToken({ token_id })))
      notify(t('token_revoked', { name }));
    await load();
  };
  return (
    <SettingGroup title={t('tokens_title')}>
      <p className="setting-hint quiet">{t('tokens_lead')}</p>
      {tokens?.length === 0 && <p>{t('tokens_none')}</p>}
      <ul className="setting-list">
        {tokens?.map((token) => (
          <TokenRow key={token.token_id} token={token} revoke={() => setRevoking(token)} />
        ))}
      </ul>
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => setMaking(true)}>
          {t('token_new')}
        </button>
      </div>
      {making && (
        <NewTokenDialog
          close={() => setMaking(false)}
          made={(token) => {
            setMade(token);
            void load();
          }}
        />
      )}
      {made && <NewTokenShown token={made} close={() => setMade(null)} />}
      {revoking && (
        <ConfirmDialog
          title={t('token_revoke_title', { name: revoking.name })}
          lead={t('token_revoke_lead')}
          action={t('token_revoke')}
          confirm={() => void revoke(revoking)}
          close={() => setRevoking(null)}
        />
      )}
    </SettingGroup>
  );
}

function TokenRow({ token, revoke }: { token: AccessToken; revoke(): void }) {
  const twenty_four = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time) ?? false;
  const bot = useAppState((state) => (token.user_id === state.user_id ? null : findPerson(state, token.user_id)));
  const { name, scopes, created_at, last_used_at, expires_at } = token;
  const is_expired = expires_at * 1000 <= nowMs();
  const used =
    last_used_at === null ? t('token_unused') : t('token_used', { time: shortTime(last_used_at, twenty_four) });
  return (
    <li>
      <div className="session-facts">
        <span>
          <bdi>{name}</bdi>
          {bot && <bdi className="session-here">{bot.full_name}</bdi>}
          {is_expired && <span className="session-here">{t('token_expired')}</span>}
        </span>
        <span className="quiet">{scopeNames(scopes)}</span>
        <span className="quiet">
          {used} · {t('token_made', { time: shortTime(created_at, twenty_four) })}
          {!is_expired && ` · ${t('token_until', { date: longDate(expires_at) })}`}
        </span>
      </div>
      <button type="button" className="button" aria-label={t('token_revoke_named', { name })} onClick={revoke}>
        {t(is_expired ? 'token_remove' : 'token_revoke')}
      </button>
    </li>
  );
}
