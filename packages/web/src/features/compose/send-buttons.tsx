// Sends now or at a chosen time; scheduling can be undone at once.
import * as Ariakit from '@ariakit/react';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { comingTime } from '../../base/text/dates.ts';
import { nowMs } from '../../base/time/clock.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import { offer } from '../../base/ui/notices.ts';
import { hashOf } from '../../base/views/view.ts';
import { scheduleMessage } from '../../domain/schedule/schedule-actions.ts';
import { timeChoices } from '../../domain/schedule/times.ts';
import type { Conversation } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { composeRequest } from '../../model/state/screen.ts';

const ScheduleDialog = lazyDialog(
  async () => (await import('../../domain/schedule/schedule-dialog.tsx')).ScheduleDialog,
);

interface Props {
  readonly target: Conversation;
  readonly text: string;
  /** Why sending is not possible now; null if it is. */
  readonly reason: string | null;
  /** Sending is possible, and waits for uploads. */
  readonly waits: boolean;
  send(): void;
  scheduled(): void;
}

export function SendButtons({ target, text, reason, waits, send, scheduled }: Props) {
  const engine = useEngine();
  const [choosing, setChoosing] = useState(false);
  const stop = () => setChoosing(false);
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  const waiting = useAppState(({ scheduled_messages }) => scheduled_messages.length);
  const schedule = (at: number) =>
    attempt(async () => {
      const scheduled_message_id = await scheduleMessage(engine, target, text, at);
      scheduled();
      offer(t('scheduled_for', { time: comingTime(at, is24) }), t('undo'), () => {
        void attempt(() => engine.client.deleteScheduledMessage({ scheduled_message_id })).then((done) => {
          if (done) composeRequest.set({ view: target, insert: text });
        });
      });
    });
  return (
    <div className="send-buttons">
      {/* Focusable while disabled, so that its title explains why. */}
      <button
        type="button"
        className="button primary send"
        aria-label={t('send')}
        aria-disabled={reason !== null && !waits}
        title={reason ?? undefined}
        onClick={() => (reason === null || waits) && send()}
      >
        <Icon name="send" size={16} /> <span className="not-phone">{t('send')}</span>
      </button>
      <Ariakit.MenuProvider placement="top-end">
        <Ariakit.MenuButton className="button primary send-later" disabled={reason !== null} title={t('send_later')}>
          <Icon name="clock" size={16} />
          <span className="hidden-text">{t('send_later')}</span>
        </Ariakit.MenuButton>
        <Ariakit.Menu className="menu" portal gutter={4} unmountOnHide aria-label={t('send_later_title')}>
          <Choices is24={is24} choose={(at) => void schedule(at)} />
          <Ariakit.MenuItem className="menu-item" onClick={() => setChoosing(true)}>
            <Icon name="clock" /> {t('time_other')}
          </Ariakit.MenuItem>
          {waiting > 0 && (
            <Ariakit.MenuItem
              className="menu-item"
              render={<a href={hashOf({ kind: 'scheduled' })}>{t('scheduled')}</a>}
            />
          )}
        </Ariakit.Menu>
      </Ariakit.MenuProvider>
      {choosing && <ScheduleDialog value={null} schedule={schedule} close={stop} abandon={stop} />}
    </div>
  );
}

function Choices({ is24, choose }: { is24: boolean; choose(at: number): void }) {
  const [choices] = useState(() => timeChoices(new Date(nowMs())));
  return choices.map(({ label, at }) => {
    const seconds = Math.floor(at.getTime() / 1000);
    return (
      <Ariakit.MenuItem key={label} className="menu-item" onClick={() => choose(seconds)}>
        {t(label)} <span className="quiet">{comingTime(seconds, is24)}</span>
      </Ariakit.MenuItem>
    );
  });
}
