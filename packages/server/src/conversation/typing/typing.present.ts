// A typing notification as each client receives it: none if the account wants none; in channels only with support for
// it. Pure.
import { openEvent, type Presenter } from '../../feed/present.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';

/** [TY2] [TY6] */
export const presentTyping: Presenter = (entry, { options: { capabilities } }, { receives_typing_notifications }) => {
  const { type, op, body } = entry;
  if (!receives_typing_notifications) return [];
  if (body.stream_id !== undefined && !capabilities.includes('stream_typing_notifications')) return [];
  if (typeof body.topic !== 'string') return [entry.text('', () => openEvent(type, op, body))];
  const topic = displayTopic(body.topic, capabilities.includes('empty_topic_name'));
  return [entry.text(topic, () => openEvent(type, op, { ...body, topic }))];
};

/** [TY3] [TY6] */
export const presentEditing: Presenter = (entry, { options: { capabilities } }, { receives_typing_notifications }) => {
  const { type, op, body } = entry;
  if (!receives_typing_notifications) return [];
  const recipient = body.recipient as { topic?: string };
  if (recipient.topic === undefined) return [entry.text('', () => openEvent(type, op, body))];
  const topic = displayTopic(recipient.topic, capabilities.includes('empty_topic_name'));
  return [entry.text(topic, () => openEvent(type, op, { ...body, recipient: { ...recipient, topic } }))];
};
