import { beforeAll, expect, it } from 'bun:test';
import { getStreams, ROLE } from '@stoa/contract';
import { countStatements, serveTests } from '@stoa/testkit';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { presentChannels } from '../channels/channels.queries.ts';
import { findListedChannels } from '../channels/listing.queries.ts';
import { findTopics } from './topics.queries.ts';

const { server, cast } = await serveTests();
let actor: Actor;

beforeAll(async () => {
  actor = { realm: server.realm, user_id: cast.dara.user_id, role: ROLE.member } as Actor;
});

it('[CH16] listing thirty channels takes as many statements as listing one', async () => {
  const { db } = server.app.store;
  const list = async () => {
    const channels = await findListedChannels(db, server.realm, actor, getStreams.params.parse({}));
    return (await presentChannels(db, server.realm.realm_id, channels, server.clock.now())).length;
  };
  const first = await list();
  const few = await countStatements(db, list);
  const subscriptions = Array.from({ length: 30 }, (_, at) => ({ name: `listed ${at}` }));
  await cast.dara.subscribe({ subscriptions });
  expect(await list()).toBe(first + 30);
  const many = await countStatements(db, list);
  expect(many.length).toBeLessThanOrEqual(few.length);
});

it('[TP5] listing topics takes a constant number of statements and walks an index', async () => {
  const { db, engine } = server.app.store;
  await cast.dara.subscribe({ subscriptions: [{ name: 'busy' }] });
  const { stream_id } = await cast.dara.getStreamId({ stream: 'busy' });
  const send = (topic: string) => cast.dara.sendMessage({ type: 'stream', to: stream_id, topic, content: 'x' });
  const list = () => findTopics(db, server.realm, actor, stream_id);
  await Promise.all([send('one'), send('two')]);
  await list();
  const few = await countStatements(db, list);
  for (let at = 0; at < 20; at += 1) await Promise.all([send('one'), send('two')]);
  const many = await countStatements(db, list);
  expect(await list()).toHaveLength(2);
  expect(many.length).toBe(few.length);
  if (engine === 'postgres') return;
  for (const text of many.filter((text) => text.includes('messages'))) {
    const plan = await db.all<{ detail: string }>(sql`explain query plan ${sql.raw(text)}`);
    expect(plan.filter(({ detail }) => /^SCAN (?!keys|newest|.* USING .*INDEX)/.test(detail))).toEqual([]);
  }
});
