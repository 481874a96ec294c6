// The edit history of a message: each version with its differences, and moves.

import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { personName, topicName } from '../../model/state/names.ts';
import { findChannel } from '../../model/state/state.ts';
import { MessageBody } from '../content/message-body.tsx';
import { DialogFrame, useLoaded, Waiting } from './dialog-frame.tsx';

export function HistoryDialog({ message }: { message: StoredMessage }) {
  const engine = useEngine();
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  const state = engine.state.get();
  const { loaded, problem } = useLoaded(() =>
    engine.client.getMessageHistory({ message_id: message.id, allow_empty_topic_name: true }),
  );
  const channelName = (id: number | undefined) =>
    (id !== undefined && findChannel(state, id)?.name) || t('unknown_channel');
  return (
    <DialogFrame title={t('edit_history')} wide>
      {loaded === null ? (
        <Waiting problem={problem} />
      ) : (
        <ol className="history">
          {loaded.message_history.toReversed().map((entry) => {
            const { timestamp, user_id, prev_topic, topic, prev_stream, stream } = entry;
            const who = user_id === null ? t('unknown_person') : personName(state, user_id);
            const is_first = entry === loaded.message_history[0];
            return (
              <li key={`${timestamp} ${entry.prev_topic ?? ''} ${entry.content.length}`}>
                <p className="quiet">
                  {t(is_first ? 'history_sent' : 'history_changed', { name: who, time: fullTime(timestamp, is24) })}
                </p>
                {prev_stream !== undefined && (
                  <p>{t('history_channel', { from: channelName(prev_stream), to: channelName(stream) })}</p>
                )}
                {prev_topic !== undefined && (
                  <p dir="auto">{t('history_topic', { from: topicName(prev_topic), to: topicName(topic) })}</p>
                )}
                {(is_first || entry.content_html_diff !== undefined) && (
                  <MessageBody html={entry.content_html_diff ?? entry.rendered_content} own_id={engine.own_id} />
                )}
              </li>
            );
          })}
        </ol>
      )}
    </DialogFrame>
  );
}
