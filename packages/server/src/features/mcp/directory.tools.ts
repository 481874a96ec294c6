// Tools that tell who and what is there.
import { getOwnUser, getStreamTopics, type User } from '@stoa/contract';
import { z } from 'zod';
import { roleName } from '../../kit/access/role-names.ts';
import { NameOrId, Query } from './arguments.ts';
import { firstByName, firstOf } from './long-lists.ts';
import { findChannel, readableChannels, visiblePeople } from './lookups.ts';
import { matcherOf } from './similar-names.rules.ts';
import { defineTool, READS } from './tool.ts';

const LIST_MAX = 200;
/** How many characters of a channel's description are shown, which may have a thousand. */
const DESCRIPTION_MAX = 300;

const count = z.int().min(1).max(LIST_MAX).default(50).describe('Most results to return');

const shorten = (text: string) =>
  text.length > DESCRIPTION_MAX ? `${text.slice(0, DESCRIPTION_MAX).toWellFormed()}…` : text;

type Described = Pick<User, 'user_id' | 'full_name' | 'email' | 'role' | 'is_bot' | 'timezone'>;

const describe = ({ user_id, full_name, email, role, is_bot, timezone }: Described) => ({
  id: user_id,
  name: full_name,
  email,
  role: roleName(role),
  is_bot,
  timezone,
});

export const whoami = defineTool({
  name: 'whoami',
  title: 'Own account',
  description: 'Tells which account the tools act for, its role, and the organization.',
  hints: READS,
  input: z.strictObject({}),
  async run({ call, realm }) {
    return { ...describe(await call(getOwnUser, {})), organization: { name: realm.name, url: realm.url } };
  },
});

export const listChannels = defineTool({
  name: 'list_channels',
  title: 'List channels',
  description: 'Lists channels whose messages the account can read, by name.',
  hints: READS,
  input: z.strictObject({ query: Query.describe('Words that the name or description contains'), count }),
  async run(context, { query = '', count }) {
    const isMatching = matcherOf(query);
    const { total, items } = await context.inTurn(async () =>
      firstByName(
        await readableChannels(context),
        ({ name }) => name,
        ({ name, description }) => isMatching(`${name} ${description}`),
        count,
      ),
    );
    return {
      total,
      channels: items.map(({ stream_id, name, description, invite_only }) => ({
        id: stream_id,
        name,
        description: shorten(description),
        is_private: invite_only,
      })),
    };
  },
});

export const listTopics = defineTool({
  name: 'list_topics',
  title: 'List topics',
  description:
    'Lists the topics of a channel, the most recently used first. A topic with an empty name is shown to people as "general chat".',
  hints: READS,
  input: z.strictObject({
    channel: NameOrId.describe('Name or id of the channel'),
    query: Query.describe('Words that the name contains'),
    count,
  }),
  async run(context, { channel, query = '', count }) {
    const stream_id = await findChannel(context, channel);
    const isMatching = matcherOf(query);
    const { total, items } = await context.inTurn(async () => {
      const { topics } = await context.call(getStreamTopics, { stream_id, allow_empty_topic_name: true });
      return firstOf(topics, ({ name }) => isMatching(name), count);
    });
    return {
      channel_id: stream_id,
      total,
      topics: items.map(({ name, max_id }) => ({ name, newest_message_id: max_id })),
    };
  },
});

export const listPeople = defineTool({
  name: 'list_people',
  title: 'List people',
  description: 'Lists people and bots that the account can see, by name; without deactivated ones.',
  hints: READS,
  input: z.strictObject({ query: Query.describe('Words that the name or email address contains'), count }),
  async run(context, { query = '', count }) {
    const isMatching = matcherOf(query);
    const { total, items } = await context.inTurn(async () =>
      firstByName(
        await visiblePeople(context),
        ({ full_name }) => full_name,
        ({ is_active, full_name, email }) => is_active && isMatching(`${full_name} ${email}`),
        count,
      ),
    );
    return { total, people: items.map(describe) };
  },
});
