// The recent direct conversations in register, and how they follow from messages.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';

setDefaultTimeout(30_000);

const { cast } = await serveTests();

const write = async (who: Person, ...to: Person[]) =>
  (await who.sendMessage({ type: 'direct', to: to.map(({ user_id }) => user_id), content: 'hello' })).id;
const conversations = async (who: Person) =>
  (await who.registerQueue({ fetch_event_types: ['recent_private_conversations'], event_types: ['message'] }))
    .recent_private_conversations!;

it('[MS60] names each conversation’s other people and newest message, the latest first', async () => {
  const { ada, bela, dara } = cast;
  expect(await conversations(bela)).toEqual([]);
  const people = [ada, bela, dara];
  const first = await verifyEvents(people, () => write(bela, ada));
  const group = await verifyEvents(people, () => write(bela, ada, dara));
  const own = await verifyEvents(people, () => write(bela, bela));
  const again = await verifyEvents(people, () => write(ada, bela));
  expect(again.value).toBeGreaterThan(first.value);
  expect(await conversations(bela)).toEqual([
    { max_message_id: again.value, user_ids: [ada.user_id] },
    { max_message_id: own.value, user_ids: [] },
    { max_message_id: group.value, user_ids: [ada.user_id, dara.user_id] },
  ]);
  expect(await conversations(dara)).toEqual([{ max_message_id: group.value, user_ids: [ada.user_id, bela.user_id] }]);
});

it('[MS60] a conversation keeps its place when its newest message is deleted', async () => {
  const { ada, chen, eli } = cast;
  await write(ada, chen);
  const newest = await write(chen, ada);
  const later = await write(eli, chen, ada);
  await verifyEvents([ada, chen], () => ada.removeMessage({ message_id: newest }));
  const list = [
    { max_message_id: later, user_ids: [ada.user_id, eli.user_id] },
    { max_message_id: newest, user_ids: [ada.user_id] },
  ];
  expect(await conversations(chen)).toEqual(list);
  const { value } = await verifyEvents([ada, chen], () => write(ada, chen));
  expect(await conversations(chen)).toEqual([{ max_message_id: value, user_ids: [ada.user_id] }, list[0]!]);
});

it('[MS60] only clients that fetch it receive it', async () => {
  const state = await cast.ada.registerQueue({ fetch_event_types: ['message'] });
  expect(state).not.toHaveProperty('recent_private_conversations');
});
