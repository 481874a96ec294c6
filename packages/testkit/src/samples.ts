// For every endpoint a call that succeeds: what the tests that go over all endpoints vary. The compiler asks for a new one with each new endpoint.
import { type endpoints, MAX_MESSAGES_PER_REQUEST } from '@stoa/contract';
import type { Cast } from './cast.ts';
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

async function ownGroup({ cast, unique }: Stage): Promise<number> {
  const { ada } = cast;
  const group = { name: `sample group ${unique()}`, description: '', members: [ada.user_id] };
  return (await ada.createUserGroup(group)).group_id;
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
