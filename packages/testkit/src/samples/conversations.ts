// A call that succeeds for each endpoint of the area that the contract calls conversations.

import { type Attachment, type ChannelId, type endpoints, MAX_MESSAGES_PER_REQUEST } from '@stoa/contract';
import type { Cast } from '../cast.ts';
import { samplePicture } from '../pictures.ts';
import type { Sample, Stage } from './stage.ts';

async function ownMessage({ ada }: Cast, to: string): Promise<number> {
  return (await ada.sendMessage({ type: 'stream', to, topic: 'samples', content: 'of one’s own' })).id;
}

/** A channel of its own for calls that change it. */
async function someChannel({ cast: { ada }, unique }: Stage): Promise<ChannelId> {
  const name = `changing ${unique()}`;
  await ada.subscribe({ subscriptions: [{ name }] });
  return (await ada.getStreamId({ stream: name })).stream_id;
}

const LATER = 4_000_000_000;

function laterMessage({ stream_id, unique }: Stage) {
  const message = { type: 'channel' as const, to: stream_id, topic: 'samples', content: `later ${unique()}` };
  return { ...message, scheduled_delivery_timestamp: LATER };
}

async function someScheduledMessage({ cast: { ada } }: Stage): Promise<number> {
  const note = { type: 'direct' as const, to: [ada.user_id as number], content: 'later' };
  return (await ada.createScheduledMessage({ ...note, scheduled_delivery_timestamp: LATER })).scheduled_message_id;
}

async function someUpload({ cast: { ada } }: Stage): Promise<Attachment> {
  const { url } = await ada.uploadFile({}, { file: samplePicture() });
  const { attachments } = await ada.getAttachments();
  return attachments.find(({ path_id }) => url.endsWith(path_id))!;
}

function addressOf({ path_id }: Attachment): { realm_id_str: number; filename: string } {
  const [realm_id, ...rest] = path_id.split('/');
  return { realm_id_str: Number(realm_id), filename: rest.join('/') };
}

export const conversationsSamples = {
  getStreams: () => ({}),
  getStream: ({ stream_id }) => ({ stream_id }),
  getStreamId: ({ channel }) => ({ stream: channel }),
  getSubscriptions: () => ({ include_subscribers: true }),
  getStreamEmailAddress: async ({ cast, channel }) => cast.ada.getStreamId({ stream: channel }),
  createStream: ({ cast, unique }) => ({ name: `made ${unique()}`, subscribers: [cast.ada.user_id] }),
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
  renderMessage: () => ({ content: '**sample**' }),
  addSubmessage: async ({ cast, channel }) => {
    const poll = { type: 'stream', to: channel, topic: 'samples', content: '/poll Which?\nThis' } as const;
    const { id } = await cast.ada.sendMessage(poll);
    const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
    return { message_id: id, msg_type: 'widget', content: vote };
  },
  getMessages: () => ({ anchor: 'newest', num_before: MAX_MESSAGES_PER_REQUEST / 1000, num_after: 0 }),
  getMessage: ({ message_id }) => ({ message_id }),
  matchesNarrow: ({ message_id }) => ({ msg_ids: [message_id], narrow: [{ operator: 'has', operand: 'link' }] }),
  editMessage: async ({ cast, channel, unique }) => ({
    message_id: await ownMessage(cast, channel),
    content: `edited ${unique()}`,
  }),
  removeMessage: async ({ cast, channel }) => ({ message_id: await ownMessage(cast, channel) }),
  getMessageHistory: ({ message_id }) => ({ message_id }),
  deleteTopic: ({ stream_id, unique }) => ({ stream_id, topic_name: `no topic ${unique()}` }),
  getStreamTopics: ({ stream_id }) => ({ stream_id }),
  updateMessageFlags: ({ message_id }) => ({ messages: [message_id], op: 'add', flag: 'starred' }),
  updateMessageFlagsForNarrow: ({ channel }) => ({
    anchor: 'newest',
    num_before: 3,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channel }],
    op: 'add',
    flag: 'read',
  }),
  getReadReceipts: ({ message_id }) => ({ message_id }),
  markAllAsRead: () => ({}),
  markStreamAsRead: ({ stream_id }) => ({ stream_id }),
  markTopicAsRead: ({ stream_id }) => ({ stream_id, topic_name: 'samples' }),
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
  getScheduledMessages: () => ({}),
  createScheduledMessage: (stage) => laterMessage(stage),
  updateScheduledMessage: async (stage) => ({
    scheduled_message_id: await someScheduledMessage(stage),
    content: 'another',
  }),
  deleteScheduledMessage: async (stage) => ({ scheduled_message_id: await someScheduledMessage(stage) }),
  getReminders: () => ({}),
  createReminder: ({ message_id }) => ({ message_id, scheduled_delivery_timestamp: LATER }),
  deleteReminder: async ({ cast, channel }) => {
    const message_id = await ownMessage(cast, channel);
    const { reminder_id } = await cast.ada.createReminder({ message_id, scheduled_delivery_timestamp: LATER });
    return { reminder_id };
  },
  updateUserTopic: ({ stream_id, unique }) => ({ stream_id, topic: `sample ${unique()}`, visibility_policy: 3 }),
  muteTopic: ({ stream_id, unique }) => ({ stream_id, topic: `sample ${unique()}`, op: 'add' }),
  uploadFile: () => ({}),
  getFileTemporaryUrl: async (stage) => addressOf(await someUpload(stage)),
  getThumbnailStatus: async (stage) => addressOf(await someUpload(stage)),
  getAttachments: () => ({}),
  removeAttachment: async (stage) => ({ attachment_id: (await someUpload(stage)).id }),
  registerQueue: () => ({ event_types: ['message'] }),
  getEvents: async ({ cast }) => ({ queue_id: (await cast.ada.registerQueue()).queue_id, dont_block: true }),
  deleteQueue: async ({ cast }) => ({ queue_id: (await cast.ada.registerQueue()).queue_id }),
} satisfies Partial<Record<keyof typeof endpoints, Sample>>;
