// The caller's topic policies.
import { BadRequest, muteTopic, updateUserTopic, VISIBILITY_POLICY } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { getAddressedChannel } from '../access/addressees.queries.ts';
import { setOwnPolicy } from './user-topics.actions.ts';

export const userTopicsRoutes: Route[] = [
  write(updateUserTopic, async (context, { stream_id, topic, visibility_policy }) => {
    await setOwnPolicy(context, context.actor, { stream_id, topic }, visibility_policy);
    return {};
  }),
  write(muteTopic, async (context, { stream, stream_id, topic, op }) => {
    if ((stream === undefined) === (stream_id === undefined))
      throw BadRequest("Please supply either 'stream' or 'stream_id'.");
    const policy = op === 'add' ? VISIBILITY_POLICY.muted : VISIBILITY_POLICY.none;
    const id = stream_id ?? (await getAddressedChannel(context.tx, context.actor, stream!)).channel.stream_id;
    await setOwnPolicy(context, context.actor, { stream_id: id, topic }, policy);
    return {};
  }),
];
