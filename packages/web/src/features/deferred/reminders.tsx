// The reader's reminders.

import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { MessageBody } from '../../domain/content/message-body.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { DeferredRow } from './deferred-row.tsx';

export function Reminders() {
  const engine = useEngine();
  const state = useAppState((all) => all);
  if (state.reminders.length === 0)
    return <EmptyState title={t('reminders_empty_title')}>{t('reminders_empty')}</EmptyState>;
  return (
    <ul className="card later">
      {state.reminders.map(({ reminder_id, reminder_target_message_id, ...reminder }) => (
        <DeferredRow
          key={reminder_id}
          href={`#narrow/id/${reminder_target_message_id}`}
          name={t('reminder_of')}
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
