// Every method that zulip-js has is called and does what its name says; those whose endpoint is gone are answered so, in JSON.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, startServer } from './stoa-server.mjs';

// The client is installed apart from the tests.
const zulipInit = createRequire(join(process.env.CLIENT_HOME, 'package.json'))('zulip-js');

const used = new Set();
/** The client, noting which of its methods are called. */
function noted(value, path = '') {
  return new Proxy(value, {
    get(target, name) {
      const found = target[name];
      const here = path ? `${path}.${String(name)}` : String(name);
      if (typeof found === 'function') {
        return (...args) => {
          used.add(here);
          return found.apply(target, args);
        };
      }
      return typeof found === 'object' && found !== null && name !== 'config' ? noted(found, here) : found;
    },
  });
}
function methodsOf(value, path = '') {
  return Object.entries(value).flatMap(([name, found]) => {
    const here = path ? `${path}.${name}` : name;
    if (typeof found === 'function') return [here];
    return typeof found === 'object' && found !== null && name !== 'config' ? methodsOf(found, here) : [];
  });
}

let server;
let plain;
let her;
let his;
before(async () => {
  server = await startServer();
  plain = await zulipInit({ zuliprc: server.zuliprc('thea') });
  her = noted(plain);
  his = noted(await zulipInit({ username: 'milo@lyceum.example', apiKey: server.key('milo'), realm: server.site }));
});
after(() => server?.stop());

async function ok(call) {
  const answer = await call;
  assert.equal(answer.result, 'success', JSON.stringify(answer));
  return answer;
}
async function refused(call, code) {
  const answer = await call;
  assert.deepEqual([answer.result, answer.code], ['error', code], JSON.stringify(answer));
  return answer;
}
let channels = 0;
async function newChannel() {
  channels += 1;
  const name = `porch ${channels}`;
  const principals = JSON.stringify(['thea@lyceum.example', 'milo@lyceum.example']);
  await ok(her.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name }]), principals }));
  return name;
}
const say = async (who, to, topic, content) => (await ok(who.messages.send({ type: 'stream', to, topic, content }))).id;

test('a password is enough to begin, and the key it gives is the right one', async () => {
  const config = { username: 'thea@lyceum.example', password: PASSWORD, realm: server.site };
  const client = noted(await zulipInit(config));
  assert.equal((await ok(client.users.me.getProfile())).full_name, 'Thea Owner');
  assert.equal((await ok(client.accounts.retrieve())).api_key, server.key('thea'));
});

test('people', async () => {
  const { members } = await ok(her.users.retrieve({ client_gravatar: true }));
  assert.ok(members.some(({ email }) => email === 'milo@lyceum.example'));
  const { user_id } = await ok(
    her.users.create({ email: 'new@lyceum.example', full_name: 'New One', password: PASSWORD }),
  );
  assert.equal((await ok(her.callEndpoint(`/users/${user_id}`, 'GET'))).user.full_name, 'New One');
  assert.deepEqual((await ok(her.users.me.alertWords.retrieve())).alert_words, []);
  await refused(her.users.me.pointer.retrieve(), 'BAD_REQUEST');
  await refused(her.users.me.pointer.update(1), 'BAD_REQUEST');
});

test('channels', async () => {
  const name = await newChannel();
  const { stream_id } = await ok(her.streams.getStreamId(name));
  assert.ok((await ok(his.streams.retrieve())).streams.some((each) => each.name === name));
  assert.ok((await ok(his.streams.subscriptions.retrieve())).subscriptions.some((each) => each.name === name));
  await say(her, name, 'a topic', 'x');
  const { topics } = await ok(his.streams.topics.retrieve({ stream_id }));
  assert.deepEqual(
    topics.map((topic) => topic.name),
    ['a topic'],
  );
  const removed = await ok(his.users.me.subscriptions.remove({ subscriptions: JSON.stringify([name]) }));
  assert.deepEqual(removed.removed, [name]);
  await ok(her.streams.deleteById({ stream_id }));
  assert.ok(!(await ok(her.streams.retrieve())).streams.some((each) => each.name === name));
});

test('messages', async () => {
  const name = await newChannel();
  const message_id = await say(her, name, 'first', '**one**');
  assert.equal((await ok(her.messages.render('*two*'))).rendered, '<p><em>two</em></p>');
  await ok(her.messages.update({ message_id, content: 'three' }));
  assert.equal((await ok(his.messages.getById({ message_id }))).message.content, '<p>three</p>');
  assert.equal((await ok(his.messages.getHistoryById({ message_id }))).message_history.length, 2);
  const narrow = [{ operator: 'stream', operand: name }];
  const { messages } = await ok(his.messages.retrieve({ anchor: 'newest', num_before: 5, num_after: 0, narrow }));
  assert.deepEqual(
    messages.map(({ id }) => id),
    [message_id],
  );
  const flags = async () => (await ok(his.messages.getById({ message_id }))).message.flags;
  await ok(his.messages.flags.add({ messages: [message_id], flag: 'starred' }));
  assert.ok((await flags()).includes('starred'));
  await ok(his.messages.flags.remove({ messages: [message_id], flag: 'starred' }));
  assert.ok(!(await flags()).includes('starred'));
  const reactions = async () => (await ok(her.messages.getById({ message_id }))).message.reactions.length;
  await ok(his.reactions.add({ message_id, emoji_name: 'tada' }));
  assert.equal(await reactions(), 1);
  await ok(his.reactions.remove({ message_id, emoji_name: 'tada' }));
  await ok(his.reactions.add({ message_id, emoji_name: 'owl' }));
  await ok(his.messages.deleteReactionById({ message_id, emoji_name: 'owl' }));
  assert.equal(await reactions(), 0);
  await ok(her.messages.deleteById({ message_id }));
  await refused(his.messages.getById({ message_id }), 'BAD_REQUEST');
});

test('events', async () => {
  const { queue_id, last_event_id } = await ok(his.queues.register({ event_types: ['message', 'typing'] }));
  const { user_id } = await ok(his.users.me.getProfile());
  await ok(her.messages.send({ type: 'direct', to: [user_id], content: 'hello' }));
  const { events } = await ok(his.events.retrieve({ queue_id, last_event_id, dont_block: false }));
  assert.deepEqual(
    events.map(({ type, message }) => [type, message.content]),
    [['message', 'hello']],
  );
  await ok(her.typing.send({ op: 'start', to: [user_id] }));
  const after = await ok(his.events.retrieve({ queue_id, last_event_id: events[0].id, dont_block: false }));
  assert.deepEqual(
    after.events.map(({ type, op }) => [type, op]),
    [['typing', 'start']],
  );
  await ok(his.queues.deregister({ queue_id }));
  await refused(his.events.retrieve({ queue_id, last_event_id, dont_block: true }), 'BAD_EVENT_QUEUE_ID');
});

test('the loop hears of everything', async () => {
  const heard = [];
  // It has no end of its own; the runner ends the process.
  his.callOnEachEvent((event) => heard.push(event), ['message']);
  const name = await newChannel();
  for (let left = 100; heard.length === 0 && left > 0; left -= 1) {
    await say(her, name, 'loop', 'anybody?');
    await sleep(100);
  }
  assert.equal(heard[0]?.type, 'message');
});

test('what is about the server', async () => {
  assert.equal((await ok(her.server.settings())).zulip_feature_level, 481);
  assert.ok((await ok(her.emojis.retrieve())).emoji);
  const gone = await refused(her.filters.retrieve(), 'BAD_REQUEST');
  assert.equal(typeof gone.msg, 'string');
});

test('no method is left out', () => {
  assert.deepEqual(
    methodsOf(plain).filter((name) => !used.has(name)),
    [],
  );
});
