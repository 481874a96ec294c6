// Forms of topic policies that depend on client capabilities. Pure.
import type { MutedTopic } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';

const knowsEmptyTopic = (capabilities: readonly string[]) => capabilities.includes('empty_topic_name');

export const presentUserTopic: Presenter = (entry, { options }) => {
  const knows = knowsEmptyTopic(options.capabilities);
  const topic_name = displayTopic(entry.body.topic_name as string, knows);
  return [entry.text(knows ? '' : 'named', () => openEvent(entry.type, null, { ...entry.body, topic_name }))];
};

/** Not for clients that also fetch user_topic, which has replaced it. [UT4] */
export const presentMutedTopics: Presenter = (entry, { options }) => {
  if (options.event_types?.includes('user_topic')) return [];
  const knows = knowsEmptyTopic(options.capabilities);
  const named = ([name, topic, since]: MutedTopic) => [name, displayTopic(topic, knows), since];
  const muted_topics = () => (entry.body.muted_topics as MutedTopic[]).map(named);
  return [entry.text(knows ? '' : 'named', () => openEvent(entry.type, null, { muted_topics: muted_topics() }))];
};
