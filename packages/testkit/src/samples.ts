// For every endpoint a call that succeeds: what the tests that go over all endpoints vary. The compiler asks for a new one with each new endpoint.
import { type ChannelId, type endpoints, MAX_MESSAGES_PER_REQUEST } from '@stoa/contract';
import type { Cast, Person } from './cast.ts';
import type { Credentials } from './raw-request.ts';
import { OWNER } from './start-server.ts';

export interface Stage {
  readonly cast: Cast;
  /** A public channel that the whole cast is subscribed to. */
  readonly stream_id: number;
  readonly channel: string;
  readonly message_id: number;
  /** Another number with each call. */
  unique(): number;
}

/** The owner can make every one of these calls. */
export type Sample = (stage: Stage) => Promise<Record<string, unknown>> | Record<string, unknown>;

async function ownMessage({ ada }: Cast, to: string): Promise<number> {
  return (await ada.sendMessage({ type: 'stream', to, topic: 'samples', content: 'of one’s own' })).id;
}

const PASSWORD = 'a long password';

interface Account {
  readonly email: string;
  readonly user_id: number;
}
const accounts = new WeakMap<Cast, Promise<Account>>();

async function makeAccount({ cast: { ada }, unique }: Stage): Promise<Account> {
  const email = `changing${unique()}@stoa.example`;
  const { user_id } = await ada.createUser({ email, full_name: `Changing ${unique()}`, password: PASSWORD });
  return { email, user_id };
}

/** An active account that calls may change: made once, for making one takes long. */
async function someAccount(stage: Stage): Promise<Account> {
  const { cast } = stage;
  const made = accounts.get(cast) ?? makeAccount(stage);
  accounts.set(cast, made);
  const { user_id } = await made;
  const { user } = await cast.ada.getUser({ user_id });
  if (!user.is_active) await cast.ada.reactivateUser({ user_id });
  return made;
}

/** Makes a field; the fields that samples made before make room. */
async function newField({ cast: { ada }, unique }: Stage): Promise<number> {
  const { custom_fields } = await ada.getProfileFields();
  const [oldest] = custom_fields;
  if (custom_fields.length > 5) await ada.deleteProfileField({ field_id: oldest!.id });
  return (await ada.createProfileField({ name: `sample ${unique()}`, field_type: 1 })).id;
}

/** The endpoints whose caller is gone afterwards: they are called by somebody made for it. */
const ENDS_ITS_CALLER: ReadonlySet<string> = new Set<keyof typeof endpoints>(['deactivateOwnUser']);

/** Who calls an endpoint in somebody's place. */
export async function callerOf(name: keyof typeof endpoints, person: Person, stage: Stage): Promise<Credentials> {
  if (!ENDS_ITS_CALLER.has(name)) return person;
  const { email } = await someAccount(stage);
  const { api_key } = await person.fetchApiKey({ username: email, password: PASSWORD });
  return { email, api_key };
}

async function ownGroup({ cast, unique }: Stage): Promise<number> {
  const { ada } = cast;
  const group = { name: `sample group ${unique()}`, description: '', members: [ada.user_id] };
  return (await ada.createUserGroup(group)).group_id;
}

/** A channel of its own for calls that change it. */
async function someChannel({ cast: { ada }, unique }: Stage): Promise<ChannelId> {
  const name = `changing ${unique()}`;
  await ada.subscribe({ subscriptions: [{ name }] });
  return (await ada.getStreamId({ stream: name })).stream_id;
}

export const samples: Record<keyof typeof endpoints, Sample> = {
  getServerSettings: () => ({}),
  updateRealm: ({ unique }) => ({ description: `sample ${unique()}` }),
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
  createBot: ({ unique }) => ({ full_name: `Sample bot ${unique()}`, short_name: `sample${unique()}` }),
  getUserGroups: () => ({}),
  createUserGroup: ({ unique }) => ({ name: `sample ${unique()}`, description: '', members: [] }),
  updateUserGroup: async (stage) => ({ user_group_id: await ownGroup(stage), description: 'described' }),
  deactivateUserGroup: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  getUserGroupMembers: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  updateUserGroupMembers: async (stage) => ({ user_group_id: await ownGroup(stage), add: [stage.cast.dara.user_id] }),
  getIsUserGroupMember: async (stage) => ({ user_group_id: await ownGroup(stage), user_id: stage.cast.dara.user_id }),
  getUserGroupSubgroups: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  updateUserGroupSubgroups: async (stage) => ({ user_group_id: await ownGroup(stage), add: [await ownGroup(stage)] }),
  getStreams: () => ({}),
  getStream: ({ stream_id }) => ({ stream_id }),
  getStreamId: ({ channel }) => ({ stream: channel }),
  getSubscriptions: () => ({ include_subscribers: true }),
  subscribe: ({ unique }) => ({ subscriptions: [{ name: `sample ${unique()}` }] }),
  unsubscribe: async ({ cast, unique }) => {
    const name = `to leave ${unique()}`;
    await cast.ada.subscribe({ subscriptions: [{ name }] });
    return { subscriptions: [name] };
  },
  updateStream: async (stage) => ({ stream_id: await someChannel(stage), description: `sample ${stage.unique()}` }),
  archiveStream: async (stage) => ({ stream_id: await someChannel(stage) }),
  addDefaultStream: async (stage) => ({ stream_id: await someChannel(stage) }),
  removeDefaultStream: async (stage) => {
    const stream_id = await someChannel(stage);
    await stage.cast.ada.addDefaultStream({ stream_id });
    return { stream_id };
  },
  getSubscribers: ({ stream_id }) => ({ stream_id }),
  updateSubscriptions: ({ unique }) => ({ add: [{ name: `sample ${unique()}`, color: '#c2c2c2' }] }),
  updateSubscriptionSettings: ({ stream_id, unique }) => ({
    subscription_data: [{ stream_id, property: 'color', value: `#${String(unique()).padStart(6, '0')}` }],
  }),
  updateSubscriptionSetting: ({ stream_id }) => ({ stream_id, property: 'pin_to_top', value: true }),
  getSubscriptionStatus: ({ cast, stream_id }) => ({ user_id: cast.dara.user_id, stream_id }),
  getUserChannels: ({ cast }) => ({ user_id: cast.dara.user_id }),
  sendMessage: ({ channel, unique }) => ({
    type: 'stream',
    to: channel,
    topic: 'samples',
    content: `sample ${unique()}`,
  }),
  getMessages: () => ({ anchor: 'newest', num_before: MAX_MESSAGES_PER_REQUEST / 1000, num_after: 0 }),
  getMessage: ({ message_id }) => ({ message_id }),
  getStreamTopics: ({ stream_id }) => ({ stream_id }),
  addReaction: async ({ cast, channel }) => ({ message_id: await ownMessage(cast, channel), emoji_name: 'tada' }),
  removeReaction: async ({ cast, channel }) => {
    const message_id = await ownMessage(cast, channel);
    await cast.ada.addReaction({ message_id, emoji_name: 'tada' });
    return { message_id, emoji_name: 'tada' };
  },
  setTypingStatus: ({ cast }) => ({ op: 'start', to: [cast.dara.user_id] }),
  setTypingStatusForEdit: async ({ cast, channel }) => ({ message_id: await ownMessage(cast, channel), op: 'start' }),
  getDrafts: () => ({}),
  createDrafts: ({ stream_id }) => ({
    drafts: [{ type: 'stream', to: [stream_id], topic: 'samples', content: 'draft' }],
  }),
  editDraft: async ({ cast }) => {
    const draft = { type: '' as const, to: [], topic: '', content: 'draft' };
    const { ids } = await cast.ada.createDrafts({ drafts: [draft] });
    return { draft_id: ids[0], draft: { ...draft, content: 'another' } };
  },
  deleteDraft: async ({ cast }) => {
    const { ids } = await cast.ada.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: 'to delete' }] });
    return { draft_id: ids[0] };
  },
  getSavedSnippets: () => ({}),
  createSavedSnippet: ({ unique }) => ({ title: `sample ${unique()}`, content: 'sample' }),
  editSavedSnippet: async ({ cast }) => {
    const { saved_snippet_id } = await cast.ada.createSavedSnippet({ title: 'to edit', content: 'sample' });
    return { saved_snippet_id, title: 'edited' };
  },
  deleteSavedSnippet: async ({ cast }) => {
    const { saved_snippet_id } = await cast.ada.createSavedSnippet({ title: 'to delete', content: 'sample' });
    return { saved_snippet_id };
  },
  getNavigationViews: () => ({}),
  addNavigationView: ({ unique }) => {
    const name = `sample ${unique()}`;
    return { fragment: `narrow/search/${name}`, is_pinned: true, name };
  },
  editNavigationView: async ({ cast, unique }) => {
    const view = { fragment: `edit/${unique()}`, is_pinned: true, name: `to edit ${unique()}` };
    await cast.ada.addNavigationView(view);
    return { fragment: view.fragment, is_pinned: false };
  },
  removeNavigationView: async ({ cast, unique }) => {
    const view = { fragment: `remove/${unique()}`, is_pinned: true, name: `to remove ${unique()}` };
    await cast.ada.addNavigationView(view);
    return { fragment: view.fragment };
  },
  getAlertWords: () => ({}),
  addAlertWords: ({ unique }) => ({ alert_words: [`sample ${unique()}`] }),
  removeAlertWords: () => ({ alert_words: ['no such word'] }),
  getChannelFolders: () => ({ include_archived: true }),
  createChannelFolder: ({ unique }) => ({ name: `sample ${unique()}`, description: '' }),
  updateChannelFolder: async ({ cast, unique }) => {
    const { channel_folder_id } = await cast.ada.createChannelFolder({ name: `folder ${unique()}`, description: '' });
    return { channel_folder_id, description: 'described' };
  },
  reorderChannelFolders: async ({ cast }) => {
    const { channel_folders } = await cast.ada.getChannelFolders({ include_archived: true });
    return { order: channel_folders.map(({ id }) => id) };
  },
  registerQueue: () => ({ event_types: ['message'] }),
  getEvents: async ({ cast }) => ({ queue_id: (await cast.ada.registerQueue()).queue_id, dont_block: true }),
  deleteQueue: async ({ cast }) => ({ queue_id: (await cast.ada.registerQueue()).queue_id }),
};

/** A channel with everybody in it and a message. */
export async function setStage(cast: Cast): Promise<Stage> {
  const channel = 'the stage';
  const people = [cast.ada, cast.bela, cast.chen, cast.dara, cast.eli, cast.finn, cast.bot];
  await cast.ada.subscribe({
    subscriptions: [{ name: channel }],
    principals: people.map(({ user_id }) => user_id) as number[],
  });
  const { stream_id } = await cast.ada.getStreamId({ stream: channel });
  const { id } = await cast.ada.sendMessage({ type: 'stream', to: channel, topic: 'samples', content: 'hello' });
  let count = 0;
  return { cast, stream_id, channel, message_id: id, unique: () => ++count };
}
