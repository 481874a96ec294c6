// A change of flags as each client receives it: some don't support the empty topic.
import type { UnreadDetails } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';

export const presentFlags: Presenter = (entry, { options }) => {
  const { message_details, ...body } = entry.body as { message_details?: Readonly<Record<string, UnreadDetails>> };
  if (!message_details) return [entry.text('', () => openEvent(entry.type, entry.op, entry.body))];
  const knows_empty_topic = options.capabilities.includes('empty_topic_name');
  const shown = () =>
    Object.entries(message_details).map(([id, { topic, ...details }]) => [
      id,
      topic === undefined ? details : { ...details, topic: displayTopic(topic, knows_empty_topic) },
    ]);
  return [
    entry.text(`${+knows_empty_topic}`, () =>
      openEvent(entry.type, entry.op, { ...body, message_details: Object.fromEntries(shown()) }),
    ),
  ];
};
