// Followed and muted topics.

import { userTopicsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { StateRequest } from '../../slice/state.ts';
import { presentMutedTopics, presentUserTopic } from './user-topics.present.ts';
import { findMutedTopics, findUserTopics } from './user-topics.queries.ts';
import { userTopicsRoutes } from './user-topics.routes.ts';

const knowsEmptyTopic = ({ client_capabilities }: StateRequest['params']) =>
  client_capabilities.empty_topic_name ?? false;

export const userTopicsSlice = defineSlice({
  contract: userTopicsContract,
  routes: userTopicsRoutes,
  presenters: { user_topic: presentUserTopic, muted_topics: presentMutedTopics },
  state: {
    user_topics: async (db, { actor, params }) => ({
      user_topics: await findUserTopics(db, actor.user_id, knowsEmptyTopic(params)),
    }),
    // Not for clients that also fetch user_topic, which has replaced it. [UT4]
    muted_topics: async (db, { actor, fetch, params }) =>
      fetch?.includes('user_topic')
        ? {}
        : { muted_topics: await findMutedTopics(db, actor.user_id, knowsEmptyTopic(params)) },
  },
  tables: {
    user_topics: {
      accounts: ['user_id'],
      on_export: { field: 'user_topics', find: (db, user_id) => findUserTopics(db, user_id) },
      on_erasure: 'rows',
    },
  },
});
