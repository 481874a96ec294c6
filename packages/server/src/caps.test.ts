// Caps over all endpoints that create something: everything that can be created in large numbers has a limit.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type Endpoint, endpoints } from '@stoa/contract';
import { callRaw, type Person, refusal, type Stage, samples, serveTests, setStage, texts } from '@stoa/testkit';
import type { z } from 'zod';
import type { CapName } from './kit/limits/caps.ts';

setDefaultTimeout(30_000);

const caps: Partial<Record<CapName, number>> = {};
const { server, cast } = await serveTests({ caps, dev: true });
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(cast, server);
});

/** Runs `act` while there is no room for one more of these. */
async function full<T>(names: readonly CapName[], act: () => Promise<T>, most = 0): Promise<T> {
  for (const name of names) caps[name] = most;
  try {
    return await act();
  } finally {
    for (const name of names) delete caps[name];
  }
}

/** Why an endpoint creates nothing that accumulates. */
const CHANGES = 'changes what is there';
const ONE = 'replaces what was there';
const MESSAGES = 'messages, as many as requests are answered';
const NOTHING = 'keeps nothing';
const PEOPLE = 'lets people in, by administrators';
const REPLACES = 'ends the oldest';

/** By endpoint, except GET and DELETE; a PATCH not listed changes existing things. */
const MAKES: Partial<Record<keyof typeof endpoints, readonly CapName[] | string>> = {
  createRealmDomain: ['domains'],
  sendInvites: ['invitations'],
  createMultiuseInvite: ['invitation-links'],
  addLinkifier: ['linkifiers'],
  addPlayground: ['playgrounds'],
  exportRealm: ['exports-per-week'],
  beginArchiveImport: ONE,
  startArchiveImport: CHANGES,
  undoArchiveImport: CHANGES,
  requestPersonalExport: ['personal-exports-per-week'],
  uploadCustomEmoji: ['emoji'],
  createProfileField: ['profile-fields'],
  createBot: ['bots-per-account', 'bots-per-organization'],
  updateBotStorage: ['bot-storage-mib'],
  createUserGroup: ['user-groups-per-account', 'user-groups-per-organization'],
  registerClientDevice: ['devices'],
  addApnsToken: ['push-tokens'],
  addFcmToken: ['push-tokens'],
  addAlertWords: ['alert-words'],
  muteUser: ['muted-users'],
  subscribeWebPush: ['web-push'],
  subscribe: ['channels-per-account', 'channels-per-organization'],
  updateSubscriptions: ['channels-per-account', 'channels-per-organization'],
  createStream: ['channels-per-account', 'channels-per-organization'],
  addSubmessage: ['submessages', 'submessage-kib'],
  addReaction: ['reactions', 'reactions-per-account'],
  createAccessToken: ['access-tokens'],
  createPasskey: ['passkeys'],
  createDrafts: ['drafts', 'kept-text-mib'],
  createSavedSnippet: ['saved-snippets', 'kept-text-mib'],
  addNavigationView: ['navigation-views'],
  createChannelFolder: ['folders'],
  createScheduledMessage: ['scheduled-messages', 'kept-text-mib'],
  createReminder: ['reminders', 'kept-text-mib'],
  updateUserTopic: ['topic-policies'],
  muteTopic: ['topic-policies'],
  uploadFile: ['files-per-account', 'upload-mib-per-account'],
  registerQueue: ['queues-per-organization'],

  createUser: PEOPLE,
  reactivateUser: PEOPLE,
  createSession: REPLACES,
  createExternalSession: REPLACES,
  createPasskeySession: REPLACES,

  sendMessage: MESSAGES,
  reportMessage: MESSAGES,
  testWelcomeMessage: MESSAGES,
  editMessage: MESSAGES,

  createPasswordResetLink: ONE,
  confirmTwoFactor: ONE,
  replaceRecoveryCodes: ONE,
  updateStatus: ONE,
  updateStatusForUser: ONE,
  updatePresence: ONE,
  uploadAvatar: ONE,
  uploadRealmIcon: ONE,
  uploadRealmLogo: ONE,
  markOnboardingStep: ONE,
  registerPushDevice: ONE,

  resendInvite: CHANGES,
  regenerateBotApiKey: CHANGES,
  regenerateOwnApiKey: CHANGES,
  deactivateUserGroup: CHANGES,
  updateUserGroupMembers: CHANGES,
  updateUserGroupSubgroups: CHANGES,
  removeClientDevice: CHANGES,
  acceptBotOffer: CHANGES,
  addDefaultStream: CHANGES,
  updateSubscriptionSettings: CHANGES,
  deleteTopic: CHANGES,
  updateMessageFlags: CHANGES,
  updateMessageFlagsForNarrow: CHANGES,
  markAllAsRead: CHANGES,
  markStreamAsRead: CHANGES,
  markTopicAsRead: CHANGES,
  confirmSession: CHANGES,
  confirmByPasskey: CHANGES,
  showApiKeyByPasskey: CHANGES,
  renamePasskey: CHANGES,
  endSessionByDigest: CHANGES,
  zcommand: CHANGES,
  deactivateRealm: CHANGES,
  eraseUser: CHANGES,
  eraseOwnUser: CHANGES,

  fetchApiKey: NOTHING,
  devFetchApiKey: NOTHING,
  beginTwoFactor: NOTHING,
  beginPasskey: NOTHING,
  beginPasskeySession: NOTHING,
  beginPasskeyConfirmation: NOTHING,
  jwtFetchApiKey: NOTHING,
  renderMessage: NOTHING,
  setTypingStatus: NOTHING,
  setTypingStatusForEdit: NOTHING,
  sendTestNotification: NOTHING,
  sendPlainTestNotification: NOTHING,
  confirmExternally: NOTHING,
  finishExternalConfirmation: CHANGES,
  createZoomCall: NOTHING,
  createConstructorGroupsCall: NOTHING,
  createNextcloudTalkCall: NOTHING,
  registerRemotePushDevice: NOTHING,
};

/** Their refusal is the sentence that existing clients know. */
const OWN_WORDS: Partial<Record<CapName, string>> = { 'exports-per-week': 'Exceeded rate limit.' };

describe('[CA1] caps', () => {
  it('are declared for every endpoint, or a reason to have none', () => {
    const named = Object.keys(MAKES);
    const making = (Object.entries(endpoints) as [string, Endpoint][])
      .filter(([, { method }]) => method === 'POST' || method === 'PUT')
      .map(([name]) => name);
    expect(making.filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !(name in endpoints))).toEqual([]);
  });

  it.each(
    Object.entries(MAKES).flatMap(([name, names]) => (typeof names === 'string' ? [] : [[name, names]])) as [
      keyof typeof endpoints,
      readonly CapName[],
    ][],
  )('%s: %j', async (name, names) => {
    for (const cap of names) {
      const params = texts(await samples[name](stage));
      const call = () => callRaw(server.url, endpoints[name], params, cast.ada);
      const { status, body } = await full([cap], call);
      expect([cap, status, body.code]).toEqual([cap, 400, 'BAD_REQUEST']);
      expect(String(body.msg)).toContain(OWN_WORDS[cap] ?? `(limit: ${cap})`);
      expect([cap, (await call()).status]).toEqual([cap, 200]);
    }
  });
});

describe('[CA3] bots', () => {
  const make = (who: Person, short_name: string) => who.createBot({ full_name: short_name, short_name });
  const bots: CapName[] = ['bots-per-account'];

  it('that are deactivated free a place, and need one again when reactivated', async () => {
    const { chen, ada } = cast;
    const { user_id } = await make(chen, 'first');
    await full(
      bots,
      async () => {
        const { message, code } = await refusal(make(chen, 'second'));
        expect([message, code]).toEqual([
          'You can have at most 1 active bots (limit: bots-per-account).',
          'BAD_REQUEST',
        ]);
        await chen.deactivateBot({ bot_id: user_id });
        await make(chen, 'second');
        expect((await refusal(ada.reactivateUser({ user_id }))).message).toContain('(limit: bots-per-account)');
      },
      1,
    );
    await ada.reactivateUser({ user_id });
  });

  it('may be ten times as many in total, so that deactivating them gains nothing', async () => {
    const { eli } = cast;
    await full(
      bots,
      async () => {
        for (let n = 0; n < 10; n++) await eli.deactivateBot({ bot_id: (await make(eli, `over${n}`)).user_id });
        expect((await refusal(make(eli, 'over10'))).message).toContain('(limit: bots-per-account)');
      },
      1,
    );
  });
});

it('[CA1] what is archived or deactivated needs a place again when it returns', async () => {
  const { ada } = cast;
  const { channel_folder_id } = await ada.createChannelFolder({ name: 'first', description: '' });
  await ada.updateChannelFolder({ channel_folder_id, is_archived: true });
  const back = () => ada.updateChannelFolder({ channel_folder_id, is_archived: false });
  await full(['folders'], async () => expect((await refusal(back())).message).toContain('(limit: folders)'));
  await back();

  const { group_id } = await ada.createUserGroup({ name: 'first', description: '', members: [] });
  await ada.deactivateUserGroup({ user_group_id: group_id });
  const again = () => ada.updateUserGroup({ user_group_id: group_id, deactivated: false });
  for (const cap of ['user-groups-per-account', 'user-groups-per-organization'] as const)
    await full([cap], async () => expect((await refusal(again())).message).toContain(`(limit: ${cap})`));
  await again();

  await ada.subscribe({ subscriptions: [{ name: 'first' }] });
  const { stream_id } = await ada.getStreamId({ stream: 'first' });
  await ada.archiveStream({ stream_id });
  const open = () => ada.updateStream({ stream_id, is_archived: false });
  for (const cap of ['channels-per-account', 'channels-per-organization'] as const)
    await full([cap], async () => expect((await refusal(open())).message).toContain(`(limit: ${cap})`));
  await open();
});

it('[CA1] a cap counts everything that one call creates, and refuses all or nothing', async () => {
  const { eli } = cast;
  const subscribe = (n: number) =>
    eli.subscribe({ subscriptions: Array.from({ length: n }, (_, at) => ({ name: `many ${at}` })) });
  await full(
    ['channels-per-account'],
    async () => {
      expect((await refusal(subscribe(4))).message).toContain('at most 3 channels');
      expect((await eli.getSubscriptions()).subscriptions.filter(({ name }) => name.startsWith('many'))).toEqual([]);
      await subscribe(3);
      // Existing channels are joined, not created.
      await subscribe(3);
    },
    3,
  );
});

it('[EV24] [RL8] event queues of a person and their bots count together', async () => {
  const { dara } = cast;
  const { api_key } = await dara.createBot({ full_name: 'Queues', short_name: 'queues' });
  const bot = server.client('queues-bot@stoa.invalid', api_key);
  const make = async (who: Pick<Person, 'registerQueue'>) =>
    (await who.registerQueue({ fetch_event_types: [] })).queue_id!;
  const [first, others] = await full(
    ['queues-per-account'],
    async () => {
      const made = await make(dara);
      server.clock.advance(1);
      const more = [];
      for (let n = 0; n < 3; n++) more.push(await make(bot));
      return [made, more];
    },
    3,
  );
  expect((await refusal(dara.getEvents({ queue_id: first, dont_block: true }))).code).toBe('BAD_EVENT_QUEUE_ID');
  for (const queue_id of others) await bot.getEvents({ queue_id, dont_block: true });
});

it('[HT26] no list parameter accepts more entries than its limit, for any endpoint', async () => {
  const list = JSON.stringify(Array.from({ length: 20_001 }, () => 1));
  const tried: string[] = [];
  for (const [name, endpoint] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][])
    for (const [parameter, schema] of Object.entries(endpoint.params.shape as Record<string, z.ZodType>)) {
      if (endpoint.access === 'public' || !schema.safeParse([1]).success) continue;
      const params = { ...texts(await samples[name](stage)), [parameter]: list };
      const { status, body } = await callRaw(server.url, endpoint, params, cast.ada);
      expect([name, status, body.msg]).toEqual([name, 400, expect.stringContaining(parameter)]);
      tried.push(`${name}.${parameter}`);
    }
  expect(tried).toContain('updateMessageFlags.messages');
  const flags = (count: number) =>
    cast.dara.updateMessageFlags({ messages: Array(count).fill(1) as never, op: 'add', flag: 'read' });
  expect((await refusal(flags(5001))).message).toContain('5000');
});

it('[IK8] stored responses are bounded, in number and size, including those of bots', async () => {
  const headers = (key: string) => ({ headers: { 'idempotency-key': key } });
  const draft = { drafts: JSON.stringify([{ type: '', to: [], topic: '', content: 'kept' }]) };
  const send = (key: string) => callRaw(server.url, endpoints.createDrafts, draft, cast.bela, headers(key));
  expect((await send('first')).status).toBe(200);
  for (const name of ['idempotency-keys', 'idempotency-mib'] as const) {
    const { status, body } = await full([name], () => send(`over ${name}`.replace(' ', '-')));
    expect([status, body.code, String(body.msg).includes(`(limit: ${name})`)]).toEqual([400, 'BAD_REQUEST', true]);
    expect((await full([name], () => send('first'))).status).toBe(200);
  }
});
