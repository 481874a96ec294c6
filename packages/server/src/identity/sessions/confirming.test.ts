// Actions that a session may take only after its password was entered again.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ApiError, type NewSession, ROLE, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { codeOf, OWNER, type Person, refusal, serveTests } from '@stoa/testkit';
import { openSession } from './sessions.actions.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

const by = ({ email, session_key }: NewSession) => server.client(email, session_key);
/** Opens a session without the slow password check. */
const opened = ({ user_id, email }: Person) =>
  server.app.writer.write(server.realm.realm_id, (context) =>
    openSession(context, server.realm.realm_id, { user_id, email }, 'Device'),
  );

describe('effects that outlast a session', () => {
  const stale = async (person: Person) => {
    const session = await opened(person);
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    return by(session);
  };
  let made = 0;

  it('[SS10] need the password', async () => {
    const { ada, chen } = cast;
    const name = () => `outlasting-${++made}`;
    const account = () => ({ email: `${name()}@stoa.example`, full_name: 'X', password: 'nine violet kettles' });
    const { user_id: bot_id } = await ada.createBot({
      full_name: name(),
      short_name: name(),
      bot_type: 3,
      payload_url: 'https://bot.example/',
    });
    const { user_id } = await ada.createUser(account());
    const email = account().email;
    await ada.createUser({ email, full_name: 'Y', password: 'nine violet kettles' });
    const client = await stale(ada);
    const calls: readonly [string, () => Promise<unknown>][] = [
      ['get-bots', () => client.getBots()],
      ['create-bot', () => client.createBot({ full_name: name(), short_name: name() })],
      ['role of a bot', () => client.updateBot({ bot_id, role: ROLE.moderator })],
      ['address to call', () => client.updateBot({ bot_id, service_payload_url: 'https://thief.example/' })],
      ['get-bot-api-key', () => client.getBotApiKey({ bot_id })],
      ['regenerate-bot-api-key', () => client.regenerateBotApiKey({ bot_id })],
      ['owner of a bot', () => client.updateBot({ bot_id, bot_owner_id: chen.user_id })],
      ['create-user', () => client.createUser(account())],
      ['update-user', () => client.updateUser({ user_id, role: ROLE.owner })],
      ['update-user-by-email', () => client.updateUserByEmail({ email, role: ROLE.administrator })],
      ['create-invite-link', () => client.createMultiuseInvite({ invite_as: ROLE.moderator })],
      ['add-fcm-token', () => client.addFcmToken({ token: name() })],
      ['add-apns-token', () => client.addApnsToken({ token: 'abcd', appid: 'org.example.app' })],
    ];
    for (const [what, call] of calls) {
      const error = await refusal(call());
      expect([what, error.code, error.status]).toEqual([what, 'PASSWORD_NEEDED', 403]);
    }
    const mail = { invitee_emails: `${name()}@stoa.example`, stream_ids: [], invite_as: ROLE.administrator };
    expect(await codeOf(client.sendInvites(mail))).toBe('PASSWORD_NEEDED');
    expect(await codeOf(client.registerPushDevice({ device_id: 1 }))).toBe('PASSWORD_NEEDED');
    expect((await ada.getUser({ user_id })).user.role).toBe(ROLE.member);
    for (const password of ['', 'guess']) expect(await codeOf(client.confirmSession({ password }))).toBe('BAD_REQUEST');
    expect(await codeOf(client.getBots())).toBe('PASSWORD_NEEDED');
    await client.confirmSession({ password: OWNER.password });
    for (const [what, call] of calls) {
      const code = await call().then(
        () => null,
        (error: ApiError) => error.code,
      );
      expect([what, code]).toEqual([what, null]);
    }
    for (const call of [() => client.sendInvites(mail), () => client.registerPushDevice({ device_id: 1 })])
      expect(await codeOf(call())).not.toBe('PASSWORD_NEEDED');
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    expect(await codeOf(client.getBots())).toBe('PASSWORD_NEEDED');
  });

  it('[SS10] the password counts for its session only, and API keys need none', async () => {
    const { ada } = cast;
    const [first, second] = [await stale(ada), await stale(ada)];
    await first.confirmSession({ password: OWNER.password });
    await first.getBots();
    expect(await codeOf(second.getBots())).toBe('PASSWORD_NEEDED');
    await ada.getBots();
    await ada.confirmSession({ password: OWNER.password });
    expect(await codeOf(second.getBots())).toBe('PASSWORD_NEEDED');
  });

  it('[SS10] other requests need no password', async () => {
    const { ada, eli } = cast;
    const client = await stale(ada);
    const { user_id: bot_id } = await ada.createBot({ full_name: 'Left alone', short_name: 'left-alone' });
    await client.updateBot({ bot_id, full_name: 'Still left alone' });
    await client.updateUser({ user_id: eli.user_id, full_name: 'Eli Left Alone' });
    await client.createMultiuseInvite({ invite_as: ROLE.guest });
    await client.deactivateBot({ bot_id });
    await client.updateSettings({ enter_sends: true, allow_private_data_export: false });
  });
});
