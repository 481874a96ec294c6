// A call that succeeds for each endpoint of the area that the contract calls people.

import { createHash } from 'node:crypto';
import type { endpoints, UserId } from '@stoa/contract';
import type { Person } from '../cast.ts';
import { signedToken } from '../signed-token.ts';
import { OWNER } from '../start-server.ts';
import { type Sample, type Stage, someAccount } from './stage.ts';

/** Makes a field; the fields that samples made before make room. */
async function newField({ cast: { ada }, unique }: Stage): Promise<number> {
  const { custom_fields } = await ada.getProfileFields();
  const [oldest] = custom_fields;
  if (custom_fields.length > 5) await ada.deleteProfileField({ field_id: oldest!.id });
  return (await ada.createProfileField({ name: `sample ${unique()}`, field_type: 1 })).id;
}

/** A bot of the owner's. */
async function newBot({ cast: { ada }, unique }: Stage): Promise<number> {
  const short_name = `made${unique()}`;
  return (await ada.createBot({ full_name: `Made bot ${unique()}`, short_name })).user_id;
}

/** One that a member wants to give to the owner. */
async function someOfferedBot({ cast: { ada, dara }, unique }: Stage): Promise<number> {
  const short_name = `offered${unique()}`;
  const { user_id } = await dara.createBot({ full_name: `Offered bot ${unique()}`, short_name });
  await dara.updateBot({ bot_id: user_id, bot_owner_id: ada.user_id });
  return user_id;
}

const PUSH_KEY = { push_key_id: 2408, push_key: Buffer.alloc(33, 0x31).toString('base64') };

/** There is room for so many only. */
async function forgetDevices(ada: Person): Promise<void> {
  const { devices = {} } = await ada.registerQueue({ fetch_event_types: ['device'] });
  const ids = Object.keys(devices).map(Number);
  if (ids.length > 100) for (const device_id of ids) await ada.removeClientDevice({ device_id });
}

const SETTLED_MS = 5000;

/** Waits until the push service has what it was told of. */
async function until(done: () => Promise<boolean> | boolean): Promise<void> {
  for (const started = performance.now(); !(await done()); await new Promise((next) => setTimeout(next, 5)))
    if (performance.now() - started > SETTLED_MS) throw new Error('the push service was not told');
}

async function activeDevice({ cast: { ada }, bouncer, unique }: Stage): Promise<number> {
  await forgetDevices(ada);
  const { device_id } = await ada.registerClientDevice();
  await ada.registerPushDevice({ device_id, ...PUSH_KEY, ...bouncer.seal(`active ${unique()}`, 'fcm') });
  await until(async () => {
    const { devices } = await ada.registerQueue({ fetch_event_types: ['device'] });
    return devices![String(device_id)]!.push_token_id !== null;
  });
  return device_id;
}

async function plainToken({ cast: { ada }, bouncer }: Stage): Promise<string> {
  const token = 'a plain token';
  await ada.addFcmToken({ token });
  await until(() => bouncer.knowsPlain(token));
  return token;
}

/** Nobody is called there: it is no public address. */
const browserOf = (number: number) => ({
  endpoint: `https://127.0.0.1:9/browser/${number % 20}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
});

async function ownGroup({ cast, unique }: Stage): Promise<number> {
  const { ada } = cast;
  const group = { name: `sample group ${unique()}`, description: '', members: [ada.user_id] };
  return (await ada.createUserGroup(group)).group_id;
}

/** Sees to it that the owner has somebody muted, or has not. */
async function makeMuted({ cast: { ada, chen } }: Stage, muted: boolean): Promise<{ muted_user_id: UserId }> {
  const muted_user_id = chen.user_id;
  const { muted_users } = await ada.registerQueue({ fetch_event_types: ['muted_users'] });
  const is_muted = muted_users!.some(({ id }) => id === muted_user_id);
  if (muted && !is_muted) await ada.muteUser({ muted_user_id });
  if (!muted && is_muted) await ada.unmuteUser({ muted_user_id });
  return { muted_user_id };
}

export const peopleSamples = {
  updateSettings: ({ unique }) => ({ web_font_size_px: 10 + (unique() % 10), starred_message_counts: false }),
  updateDisplaySettings: () => ({ default_language: 'de' }),
  updateNotificationSettings: () => ({ notification_sound: 'ding' }),
  updateUserSettingsDefaults: () => ({ enter_sends: true }),
  fetchApiKey: () => ({ username: OWNER.email, password: OWNER.password }),
  devFetchApiKey: () => ({ username: OWNER.email }),
  getUsers: () => ({ client_gravatar: false }),
  getUser: ({ cast }) => ({ user_id: cast.dara.user_id }),
  getUserByEmail: ({ cast }) => ({ email: cast.dara.email }),
  getOwnUser: () => ({}),
  createUser: ({ unique }) => ({
    email: `sample${unique()}@stoa.example`,
    password: 'a long password',
    full_name: `Sample ${unique()}`,
  }),
  updateUser: async (stage) => ({
    user_id: (await someAccount(stage)).user_id,
    full_name: `Changed ${stage.unique()}`,
  }),
  updateUserByEmail: async (stage) => ({ email: (await someAccount(stage)).email, role: 300 }),
  deactivateUser: async (stage) => ({ user_id: (await someAccount(stage)).user_id, actions: {} }),
  deactivateOwnUser: () => ({}),
  reactivateUser: async (stage) => {
    const { user_id } = await someAccount(stage);
    await stage.cast.ada.deactivateUser({ user_id });
    return { user_id };
  },
  getProfileFields: () => ({}),
  createProfileField: async (stage) => {
    // There is room for so many only.
    await stage.cast.ada.deleteProfileField({ field_id: await newField(stage) });
    return { name: `sample ${stage.unique()}`, field_type: 1 };
  },
  reorderProfileFields: async ({ cast }) => {
    const { custom_fields } = await cast.ada.getProfileFields();
    return { order: custom_fields.map(({ id }) => id).reverse() };
  },
  updateProfileField: async (stage) => ({ field_id: await newField(stage), hint: `hint ${stage.unique()}` }),
  deleteProfileField: async (stage) => ({ field_id: await newField(stage) }),
  updateProfileData: async (stage) => ({ data: [{ id: await newField(stage), value: 'sample' }] }),
  removeProfileData: async (stage) => ({ data: [await newField(stage)] }),
  getBots: () => ({}),
  getBotOffers: () => ({}),
  acceptBotOffer: async (stage) => ({ bot_id: await someOfferedBot(stage) }),
  declineBotOffer: async (stage) => ({ bot_id: await someOfferedBot(stage) }),
  createBot: ({ unique }) => ({ full_name: `Sample bot ${unique()}`, short_name: `sample${unique()}` }),
  updateBot: async (stage) => ({ bot_id: await newBot(stage), full_name: `Changed bot ${stage.unique()}` }),
  deactivateBot: async (stage) => ({ bot_id: await newBot(stage) }),
  getBotApiKey: async (stage) => ({ bot_id: await newBot(stage) }),
  regenerateBotApiKey: async (stage) => ({ bot_id: await newBot(stage) }),
  regenerateOwnApiKey: () => ({}),
  updateBotStorage: ({ unique }) => ({ storage: { [`sample ${unique()}`]: 'kept' } }),
  getBotStorage: () => ({}),
  removeBotStorage: () => ({}),
  zcommand: () => ({ command: '/ping' }),
  getUserGroups: () => ({}),
  createUserGroup: ({ unique }) => ({ name: `sample ${unique()}`, description: '', members: [] }),
  updateUserGroup: async (stage) => ({ user_group_id: await ownGroup(stage), description: 'described' }),
  deactivateUserGroup: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  getUserGroupMembers: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  updateUserGroupMembers: async (stage) => ({ user_group_id: await ownGroup(stage), add: [stage.cast.dara.user_id] }),
  getIsUserGroupMember: async (stage) => ({ user_group_id: await ownGroup(stage), user_id: stage.cast.dara.user_id }),
  getUserGroupSubgroups: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  updateUserGroupSubgroups: async (stage) => ({ user_group_id: await ownGroup(stage), add: [await ownGroup(stage)] }),
  registerClientDevice: async ({ cast }) => {
    await forgetDevices(cast.ada);
    return {};
  },
  removeClientDevice: async ({ cast }) => ({ device_id: (await cast.ada.registerClientDevice()).device_id }),
  registerPushDevice: async (stage) => {
    await forgetDevices(stage.cast.ada);
    const { device_id } = await stage.cast.ada.registerClientDevice();
    return { device_id, ...PUSH_KEY, ...stage.bouncer.seal(`sample ${stage.unique()}`, 'fcm') };
  },
  sendTestNotification: async (stage) => ({ device_id: await activeDevice(stage) }),
  sendPlainTestNotification: async (stage) => ({ token: await plainToken(stage) }),
  addApnsToken: ({ unique }) => ({ token: `abcdef${String(unique() % 50).padStart(2, '0')}`, appid: 'org.stoa.App' }),
  removeApnsToken: async ({ cast, unique }) => {
    const token = `${unique() + 1_000_000}`.padStart(10, '0');
    await cast.ada.addApnsToken({ token, appid: 'org.stoa.App' });
    return { token };
  },
  addFcmToken: ({ unique }) => ({ token: `token ${unique() % 50}` }),
  removeFcmToken: async ({ cast, unique }) => {
    const token = `to remove ${unique()}`;
    await cast.ada.addFcmToken({ token });
    return { token };
  },
  getAlertWords: () => ({}),
  addAlertWords: ({ unique }) => ({ alert_words: [`sample ${unique()}`] }),
  removeAlertWords: () => ({ alert_words: ['no such word'] }),
  muteUser: async (stage) => ({ muted_user_id: (await makeMuted(stage, false)).muted_user_id }),
  unmuteUser: async (stage) => ({ muted_user_id: (await makeMuted(stage, true)).muted_user_id }),
  updatePresence: () => ({ status: 'active', last_update_id: -1 }),
  getUserPresence: async ({ cast }) => {
    await cast.dara.updatePresence({ status: 'active' });
    return { user_id_or_email: String(cast.dara.user_id) };
  },
  getRealmPresence: () => ({}),
  updateStatus: ({ unique }) => ({ status_text: `sample ${unique()}` }),
  updateStatusForUser: ({ cast, unique }) => ({
    user_id: cast.dara.user_id,
    status_text: `sample ${unique()}`,
    reaction_type: 'unicode_emoji',
    emoji_name: 'tada',
    emoji_code: '1f389',
  }),
  getUserStatus: ({ cast }) => ({ user_id: cast.dara.user_id }),
  uploadAvatar: () => ({}),
  deleteAvatar: () => ({}),
  jwtFetchApiKey: () => ({ token: signedToken({ email: OWNER.email }) }),
  createSession: () => ({ username: OWNER.email, password: OWNER.password, device_name: 'A sample' }),
  getSessions: () => ({}),
  confirmSession: () => ({ password: OWNER.password }),
  endSession: async ({ cast: { ada } }) => {
    const { session_id } = await ada.createSession({ username: OWNER.email, password: OWNER.password });
    return { session_id };
  },
  endSessionByDigest: async ({ cast: { ada } }) => {
    const { session_key } = await ada.createSession({ username: OWNER.email, password: OWNER.password });
    return { key_digest: createHash('sha256').update(session_key).digest('hex') };
  },
  endOtherSessions: () => ({}),
  getWebPushKey: () => ({}),
  subscribeWebPush: ({ unique }) => browserOf(unique()),
  unsubscribeWebPush: async ({ cast: { ada }, unique }) => {
    const browser = browserOf(unique());
    await ada.subscribeWebPush(browser);
    return { endpoint: browser.endpoint };
  },
  markOnboardingStep: () => ({ onboarding_step: 'intro_inbox_view_modal' }),
} satisfies Partial<Record<keyof typeof endpoints, Sample>>;
