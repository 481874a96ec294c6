// Scheduled messages: edit, reschedule, send now or delete; also those that failed.
import type { ScheduledMessage } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { hashOf } from '../../base/views/view.ts';
import { MessageBody } from '../../domain/content/message-body.tsx';
import { viewOfScheduled } from '../../domain/schedule/schedule-actions.ts';
import { ScheduleDialog } from '../../domain/schedule/schedule-dialog.tsx';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { viewName } from '../../model/state/names.ts';
import { composeRequest } from '../../model/state/screen.ts';
import { DeferredRow } from './deferred-row.tsx';

export function Scheduled() {
  const engine = useEngine();
  const { go } = useNavigation();
  const state = useAppState((all) => all);
  const [moving, setMoving] = useState<ScheduledMessage | null>(null);
  const remove = ({ scheduled_message_id }: ScheduledMessage) =>
    attemptOnce(`delete scheduled ${scheduled_message_id}`, () =>
      engine.client.deleteScheduledMessage({ scheduled_message_id }),
    );
  if (state.scheduled_messages.length === 0)
    return <EmptyState title={t('scheduled_empty_title')}>{t('scheduled_empty')}</EmptyState>;
  return (
    <>
      <ul className="card later">
        {state.scheduled_messages.map((message) => {
          const view = viewOfScheduled(message, state.user_id);
          return (
            <DeferredRow
              key={message.scheduled_message_id}
              href={hashOf(view)}
              name={viewName(state, view)}
              time={fullTime(message.scheduled_delivery_timestamp, state.user_settings.twenty_four_hour_time)}
              problem={message.failed ? t('scheduled_failed') : null}
              content={<MessageBody html={message.rendered_content} own_id={state.user_id} />}
              actions={[
                {
                  icon: 'draft',
                  name: t('scheduled_edit'),
                  act: () =>
                    void remove(message).then((done) => {
                      if (!done) return;
                      go(view);
                      composeRequest.set({ view, insert: message.content });
                    }),
                },
                { icon: 'clock', name: t('reschedule'), act: () => setMoving(message) },
                {
                  icon: 'send',
                  name: t('send_now'),
                  act: () =>
                    void remove(message).then((done) => {
                      if (!done) return;
                      engine.outbox.send(view, message.content);
                      go(view);
                    }),
                },
                { icon: 'trash', name: t('delete'), act: () => void remove(message) },
              ]}
            />
          );
        })}
      </ul>
      {moving && (
        <ScheduleDialog
          value={null}
          schedule={(at) =>
            attempt(() =>
              engine.client.updateScheduledMessage({
                scheduled_message_id: moving.scheduled_message_id,
                scheduled_delivery_timestamp: at,
              }),
            )
          }
          close={() => setMoving(null)}
        />
      )}
    </>
  );
}
