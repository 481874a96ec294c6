// The endpoints of channels and messages, and of the events that tell of them.
import { getStreamEmailAddress } from '../channels/channel-address.endpoints.ts';
import {
  addDefaultStream,
  archiveStream,
  getStream,
  getStreamId,
  getStreams,
  getSubscribers,
  removeDefaultStream,
  updateStream,
} from '../channels/channels.endpoints.ts';
import { createDrafts, deleteDraft, editDraft, getDrafts } from '../drafts/drafts.ts';
import { deleteQueue, getEvents, registerQueue } from '../events/events.endpoints.ts';
import {
  createChannelFolder,
  getChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
} from '../folders/folders.ts';
import {
  deleteTopic,
  editMessage,
  getMessageHistory,
  removeMessage,
} from '../message-edits/message-edits.endpoints.ts';
import { getMessage, getMessages, renderMessage, sendMessage } from '../messages/messages.endpoints.ts';
import { matchesNarrow } from '../messages/narrow.endpoints.ts';
import { addSubmessage } from '../messages/submessages.ts';
import {
  addNavigationView,
  editNavigationView,
  getNavigationViews,
  removeNavigationView,
} from '../navigation-views/navigation-views.ts';
import { addReaction, removeReaction } from '../reactions/reactions.ts';
import {
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '../read-state/read-state.endpoints.ts';
import { createReminder, deleteReminder, getReminders } from '../reminders/reminders.ts';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from '../scheduled-messages/scheduled-messages.ts';
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, getSavedSnippets } from '../snippets/snippets.ts';
import { createStream } from '../subscriptions/create-channel.endpoints.ts';
import {
  getSubscriptionStatus,
  getUserChannels,
  updateSubscriptionSetting,
  updateSubscriptionSettings,
} from '../subscriptions/own-settings.endpoints.ts';
import {
  getSubscriptions,
  subscribe,
  unsubscribe,
  updateSubscriptions,
} from '../subscriptions/subscriptions.endpoints.ts';
import { getStreamTopics } from '../topics/topics.ts';
import { setTypingStatus, setTypingStatusForEdit } from '../typing/typing.ts';
import {
  getAttachments,
  getFileTemporaryUrl,
  getThumbnailStatus,
  removeAttachment,
  uploadFile,
} from '../uploads/uploads.ts';
import { muteTopic, updateUserTopic } from '../user-topics/user-topics.ts';

export const conversationsEndpoints = {
  getStreams,
  getStream,
  getStreamId,
  getSubscriptions,
  subscribe,
  unsubscribe,
  getStreamEmailAddress,
  createStream,
  updateStream,
  archiveStream,
  addDefaultStream,
  removeDefaultStream,
  getSubscribers,
  updateSubscriptions,
  updateSubscriptionSettings,
  updateSubscriptionSetting,
  getSubscriptionStatus,
  getUserChannels,
  sendMessage,
  renderMessage,
  addSubmessage,
  getMessages,
  matchesNarrow,
  getMessage,
  editMessage,
  removeMessage,
  getMessageHistory,
  deleteTopic,
  getStreamTopics,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  addReaction,
  removeReaction,
  setTypingStatus,
  setTypingStatusForEdit,
  getDrafts,
  createDrafts,
  editDraft,
  deleteDraft,
  getSavedSnippets,
  createSavedSnippet,
  editSavedSnippet,
  deleteSavedSnippet,
  getNavigationViews,
  addNavigationView,
  editNavigationView,
  removeNavigationView,
  getChannelFolders,
  createChannelFolder,
  updateChannelFolder,
  reorderChannelFolders,
  getScheduledMessages,
  createScheduledMessage,
  updateScheduledMessage,
  deleteScheduledMessage,
  getReminders,
  createReminder,
  deleteReminder,
  updateUserTopic,
  muteTopic,
  uploadFile,
  getFileTemporaryUrl,
  getThumbnailStatus,
  getAttachments,
  removeAttachment,
  registerQueue,
  getEvents,
  deleteQueue,
};
