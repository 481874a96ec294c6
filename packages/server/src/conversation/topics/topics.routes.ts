// Listing the topics of a channel.
import { getStreamTopics } from '@stoa/contract';
import { type Route, read } from '../../kit/http/route.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';
import { findTopics } from './topics.queries.ts';

export const topicsRoutes: Route[] = [
  read(getStreamTopics, async ({ db, realm, actor }, { stream_id, allow_empty_topic_name }) => {
    const topics = await findTopics(db, realm, actor, stream_id);
    return { topics: topics.map(({ name, max_id }) => ({ name: displayTopic(name, allow_empty_topic_name), max_id })) };
  }),
];
