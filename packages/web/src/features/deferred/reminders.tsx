// The reader's reminders, named by the conversations of their messages.
import { useEffect, useReducer } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { MessageBody } from '../../domain/content/message-body.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { conversationOf } from '../../model/messages/conversations.ts';
import { viewName } from '../../model/state/names.ts';
import { fetchSnippets } from '../inbox/snippet-fetcher.ts';
import { DeferredRow } from './deferred-row.tsx';

export function Reminders() {
  const engine = useEngine();
  const state = useAppState((all) => all);
  const { reminders } = state;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => engine.messages.subscribe(redraw), [engine]);
  useEffect(() => {
    fetchSnippets(
      engine,
      reminders.map(({ reminder_target_message_id }) => reminder_target_message_id),
    );
  }, [engine, reminders]);
  const nameOf = (message_id: number) => {
    const message = engine.messages.get(message_id);
    return message ? viewName(state, conversationOf(message, state.user_id)) : t('reminder_of');
  };
  if (reminders.length === 0) return <EmptyState title={t('reminders_empty_title')}>{t('reminders_empty')}</EmptyState>;
  return (
    <ul className="card later">
      {reminders.map(({ reminder_id, reminder_target_message_id, ...reminder }) => (
        <DeferredRow
          key={reminder_id}
          href={`#narrow/id/${reminder_target_message_id}`}
          name={nameOf(reminder_target_message_id)}
          time={fullTime(reminder.scheduled_delivery_timestamp, state.user_settings.twenty_four_hour_time)}
          problem={reminder.failed ? t('reminder_failed') : null}
          content={<MessageBody html={reminder.rendered_content} own_id={state.user_id} />}
          actions={[
            {
              icon: 'trash',
              name: t('reminder_remove'),
              act: () =>
                void attemptOnce(`delete reminder ${reminder_id}`, () => engine.client.deleteReminder({ reminder_id })),
            },
          ]}
        />
      ))}
    </ul>
  );
}
