// The Notification Bot.
import { expect, it } from 'bun:test';
import { serveTests, verifyEvents } from '@stoa/testkit';

const { server, cast } = await serveTests({ dev: true });

const theBot = async () => (await cast.dara.registerQueue({ fetch_event_types: ['realm_user'] })).cross_realm_bots![0]!;

it('[US21] register lists it apart from people, and no other list contains it', async () => {
  const { ada } = cast;
  const state = await ada.registerQueue({ fetch_event_types: ['realm_user', 'realm_user_groups', 'realm_bot'] });
  expect(state.cross_realm_bots).toHaveLength(1);
  const { user_id, ...bot } = state.cross_realm_bots![0]!;
  expect(bot).toMatchObject({ full_name: 'Notification Bot', is_bot: true, is_system_bot: true, is_active: true });
  const people = [...state.realm_users!, ...state.realm_non_active_users!, ...(await ada.getUsers()).members];
  expect(people.map((person) => person.user_id)).not.toContain(user_id);
  expect(state.realm_user_groups!.flatMap(({ members }) => members)).not.toContain(user_id);
  expect(state.realm_bots!.map((bot) => bot.user_id)).not.toContain(user_id);
  const other = await server.organization('other.example');
  const theirs = await other.owner.registerQueue({ fetch_event_types: ['realm_user'] });
  expect(theirs.cross_realm_bots![0]!.user_id).not.toBe(user_id);
});

it('[US21] nobody can sign in as it, change it or subscribe it', async () => {
  const { ada } = cast;
  const { user_id, email } = await theBot();
  const refused: [string, () => Promise<unknown>][] = [
    ['USER_DEACTIVATED', () => server.client().devFetchApiKey({ username: email })],
    ['AUTHENTICATION_FAILED', () => server.client().fetchApiKey({ username: email, password: '' })],
    ['BAD_REQUEST', () => ada.updateUser({ user_id, full_name: 'Mine' })],
    ['BAD_REQUEST', () => ada.updateUserByEmail({ email, full_name: 'Mine' })],
    ['BAD_REQUEST', () => ada.reactivateUser({ user_id })],
    ['BAD_REQUEST', () => ada.deactivateUser({ user_id })],
    ['BAD_REQUEST', () => ada.createUser({ email, full_name: 'Imposter', password: 'imposters have long passwords' })],
    ['BAD_REQUEST', () => ada.subscribe({ subscriptions: [{ name: 'bots' }], principals: [user_id] })],
  ];
  for (const [code, call] of refused) await expect(call()).rejects.toMatchObject({ code });
});

it('[US21] people can write to it', async () => {
  const { dara } = cast;
  const { user_id } = await theBot();
  const { value } = await verifyEvents([dara], () =>
    dara.sendMessage({ type: 'direct', to: [user_id], content: 'thanks' }),
  );
  const { message } = await dara.getMessage({ message_id: value.id });
  expect((message.display_recipient as { id: number }[]).map(({ id }) => id)).toContain(user_id);
});
