// Sessions and notification devices of the account, and its API key: shown and ended.
import type { Session } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { shortTime } from '../../base/text/dates.ts';
import { nowMs } from '../../base/time/clock.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { useResponse } from '../../model/engine/use-response.ts';
import { AccessTokens } from './access-tokens.tsx';
import { ApiKeyGroup } from './api-key.tsx';
import { AppDevices } from './app-devices.tsx';
import { EndOthersDialog } from './end-others-dialog.tsx';
import { WebPushGroup } from './web-push-group.tsx';

/** Presence is accurate to minutes, so anything more recent counts as now. */
const NOW_SECS = 10 * 60;

export function DevicesPage() {
  const [keys_ended, setKeysEnded] = useState(0);
  const endKeys = () => setKeysEnded((times) => times + 1);
  return (
    <>
      <Sessions keyEnded={endKeys} />
      <WebPushGroup />
      <AppDevices />
      <AccessTokens ended={keys_ended} />
      <ApiKeyGroup ended={endKeys} />
    </>
  );
}

const sessionsOf = async (client: Client) => (await client.getSessions()).sessions;

function Sessions({ keyEnded }: { keyEnded(): void }) {
  const { client } = useEngine();
  const [sessions, load] = useResponse(sessionsOf);
  const [confirming, setConfirming] = useState(false);
  const end = async ({ session_id, device_name }: Session) => {
    if (await attemptOnce(`end session ${session_id}`, () => client.endSession({ session_id })))
      notify(t('sessions_ended', { device: device_name }));
    await load();
  };
  return (
    <SettingGroup title={t('sessions_signed_in')}>
      <p className="setting-hint quiet">{t('sessions_lead')}</p>
      {sessions?.length === 0 && <p>{t('sessions_none')}</p>}
      <ul className="setting-list">
        {sessions?.map((session) => (
          <SessionRow key={session.session_id} session={session} end={() => void end(session)} />
        ))}
      </ul>
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => setConfirming(true)}>
          {t('sessions_end_others')}
        </button>
      </div>
      {confirming && (
        <EndOthersDialog
          close={() => setConfirming(false)}
          ended={() => {
            void load();
            keyEnded();
          }}
        />
      )}
    </SettingGroup>
  );
}

function SessionRow({ session, end }: { session: Session; end(): void }) {
  const twenty_four = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time) ?? false;
  const { device_name, is_current, last_used_at, created_at } = session;
  const is_now = is_current || nowMs() / 1000 - last_used_at < NOW_SECS;
  const used = is_now ? t('sessions_now') : shortTime(last_used_at, twenty_four);
  return (
    <li>
      <div className="session-facts">
        <span>
          <bdi>{device_name}</bdi>
          {is_current && <span className="session-here">{t('sessions_here')}</span>}
        </span>
        <span className="quiet">
          {t('sessions_used', { time: used })} · {t('sessions_since', { time: shortTime(created_at, twenty_four) })}
        </span>
      </div>
      {!is_current && (
        <button
          type="button"
          className="button"
          aria-label={t('sessions_end_named', { device: device_name })}
          onClick={end}
        >
          {t('sessions_end')}
        </button>
      )}
    </li>
  );
}
