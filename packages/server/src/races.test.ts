// Two requests that must not both succeed, at the same moment: at two nodes of one database, where the engine has such.
import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { ROLE } from '@stoa/contract';
import { type Cast, type Person, startServer, type TestNode, type TestServer } from '@stoa/testkit';

setDefaultTimeout(60_000);

/** Each race is run as often: a gap of milliseconds shows in one of them. */
const ROUNDS = 6;

let server: TestServer;
let node: TestNode | null = null;
let cast: Cast;
let made = 0;

beforeAll(async () => {
  server = await startServer();
  cast = await server.cast();
  if (process.env.STOA_TEST_DATABASE) node = await server.startNode();
});
afterAll(async () => {
  await node?.stop();
  await server.stop();
});

/** The same account at the other node. */
const there = (person: Person) => node?.as(person) ?? person;
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code?: string; status?: number }) =>
      error.status !== undefined && error.status < 500 ? 'refused' : String(error),
  );
const both = async (one: Promise<unknown>, other: Promise<unknown>) =>
  (await Promise.all([outcome(one), outcome(other)])).toSorted();

async function newChannel(): Promise<{ stream_id: number; name: string }> {
  made += 1;
  const name = `race ${made}`;
  await cast.ada.subscribe({ subscriptions: [{ name }], principals: [cast.ada.user_id, cast.dara.user_id] });
  return { name, stream_id: (await cast.ada.getStreamId({ stream: name })).stream_id };
}

it('[HT870] of two owners who demote each other, one stays', async () => {
  const { ada, eli } = cast;
  for (let round = 0; round < ROUNDS; round++) {
    await ada.updateUser({ user_id: eli.user_id, role: ROLE.owner });
    const ended = await both(
      ada.updateUser({ user_id: eli.user_id, role: ROLE.member }),
      there(eli).updateUser({ user_id: ada.user_id, role: ROLE.member }),
    );
    expect(ended).toEqual(['done', 'refused']);
    const { members } = await cast.dara.getUsers();
    const owners = members.filter(({ is_owner }) => is_owner).map(({ user_id }) => user_id);
    expect(owners).toHaveLength(1);
    if (owners[0] === eli.user_id) {
      await eli.updateUser({ user_id: ada.user_id, role: ROLE.owner });
      await ada.updateUser({ user_id: eli.user_id, role: ROLE.member });
    }
  }
});

it('[HT870] of two groups that are put into each other, one is in the other', async () => {
  const { ada } = cast;
  for (let round = 0; round < ROUNDS; round++) {
    made += 1;
    const group = (name: string) => ada.createUserGroup({ name: `${name} ${made}`, description: '', members: [] });
    const [first, second, third] = [await group('first'), await group('second'), await group('third')];
    await ada.updateUserGroupSubgroups({ user_group_id: second.group_id, add: [third.group_id] });
    const ended = await both(
      ada.updateUserGroupSubgroups({ user_group_id: first.group_id, add: [second.group_id] }),
      there(ada).updateUserGroupSubgroups({ user_group_id: third.group_id, add: [first.group_id] }),
    );
    expect(ended).toEqual(['done', 'refused']);
  }
});

it('[HT870] a topic that is moved to two places is in one', async () => {
  const { ada, dara } = cast;
  for (let round = 0; round < ROUNDS; round++) {
    const { name, stream_id } = await newChannel();
    const ids: number[] = [];
    for (const content of ['one', 'two', 'three'])
      ids.push((await dara.sendMessage({ type: 'channel', to: name, topic: 'from', content })).id);
    const move = (person: typeof ada | ReturnType<typeof there>, topic: string) =>
      person.editMessage({ message_id: ids[0]!, topic, propagate_mode: 'change_all' });
    const edited = dara.editMessage({ message_id: ids[1]!, content: 'edited' });
    const ended = await both(move(ada, 'left'), move(there(ada), 'right'));
    expect(ended).not.toContain('refused');
    await edited;
    const narrow = [{ operator: 'channel', operand: stream_id }];
    const around = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false } as const;
    const { messages } = await dara.getMessages({ ...around, narrow });
    const own = messages.filter(({ id }) => ids.includes(id));
    expect(new Set(own.map(({ subject }) => subject)).size).toBe(1);
    expect(own.map(({ content }) => content)).toEqual(['one', 'edited', 'three']);
  }
});

it('[HT870] a message that is deleted keeps no reaction that arrives meanwhile', async () => {
  const { ada, dara } = cast;
  const { name } = await newChannel();
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await dara.sendMessage({ type: 'channel', to: name, topic: 't', content: 'short-lived' });
    const reaction = { message_id: id, emoji_name: 'tada' } as const;
    const [deleted, reacted] = await Promise.all([
      outcome(ada.removeMessage({ message_id: id })),
      outcome(there(dara).addReaction(reaction)),
    ]);
    expect([deleted, ['done', 'refused'].includes(reacted) || reacted]).toEqual(['done', true]);
    expect(await outcome(there(dara).addReaction(reaction))).toBe('refused');
  }
});

it('[HT870] a link to a new password is used once', async () => {
  const { ada, bela } = cast;
  for (let round = 0; round < ROUNDS; round++) {
    const { url } = await ada.createPasswordResetLink({ user_id: bela.user_id });
    const use = (at: string, password: string) =>
      fetch(new URL(new URL(url).pathname, at), {
        method: 'POST',
        headers: { accept: 'application/json', host: new URL(url).host },
        body: new URLSearchParams({ password }),
      }).then(({ status }) => status);
    const statuses = await Promise.all([
      use(server.url, 'wandering teapots everywhere'),
      use(node?.app.url ?? server.url, 'another teapot wanders off'),
    ]);
    expect(statuses.toSorted()).toEqual([200, 400]);
  }
});
