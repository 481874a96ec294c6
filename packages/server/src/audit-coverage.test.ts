// Every endpoint that changes something makes entries of the audit log, or is listed here with the reason why it makes none.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type AuditKind, type Endpoint, endpoints } from '@stoa/contract';
import { callerOf, callRaw, type Stage, samples, serveTests, setStage, texts } from '@stoa/testkit';
import { findEntriesAfter } from './features/audit-log/audit-log.queries.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests({ dev: true });
let stage: Stage;
beforeAll(async () => {
  stage = await setStage(cast, server);
});

type Name = keyof typeof endpoints;

const OWN = 'what people keep for themselves: how they read, write and are told of messages';
const CONTENT = 'one’s own messages and what belongs to them, and who reads which channel';
const READS = 'changes nothing';
const KEYS_OF_DEVICES = 'where a device of their owner is reached';
const SHOWN = 'everybody sees it, and the next one replaces it';
const ASKS = 'nothing changes until somebody answers';

const REASONS: Readonly<Record<string, readonly Name[]>> = {
  [OWN]: [
    'addAlertWords',
    'removeAlertWords',
    'createDrafts',
    'editDraft',
    'deleteDraft',
    'createSavedSnippet',
    'editSavedSnippet',
    'deleteSavedSnippet',
    'createScheduledMessage',
    'updateScheduledMessage',
    'deleteScheduledMessage',
    'createReminder',
    'deleteReminder',
    'addNavigationView',
    'editNavigationView',
    'removeNavigationView',
    'markOnboardingStep',
    'muteUser',
    'unmuteUser',
    'muteTopic',
    'updateUserTopic',
    'updateMessageFlags',
    'updateMessageFlagsForNarrow',
    'markAllAsRead',
    'markStreamAsRead',
    'markTopicAsRead',
    'updateSettings',
    'updateDisplaySettings',
    'updateNotificationSettings',
    'updateSubscriptionSettings',
    'updateSubscriptionSetting',
    'updateProfileData',
    'removeProfileData',
    'uploadAvatar',
    'deleteAvatar',
    'updateBotStorage',
    'removeBotStorage',
    'registerQueue',
    'deleteQueue',
    'endSession',
    'endSessionByDigest',
    'endOtherSessions',
    'confirmSession',
    'confirmExternally',
    'finishExternalConfirmation',
    'confirmByPasskey',
  ],
  [CONTENT]: [
    'sendMessage',
    'editMessage',
    'removeMessage',
    'addReaction',
    'removeReaction',
    'addSubmessage',
    'uploadFile',
    'removeAttachment',
    'reportMessage',
    'unsubscribe',
    'createConstructorGroupsCall',
    'createZoomCall',
    'createNextcloudTalkCall',
    'testWelcomeMessage',
  ],
  [READS]: ['renderMessage', 'zcommand'],
  [KEYS_OF_DEVICES]: [
    'registerClientDevice',
    'removeClientDevice',
    'registerPushDevice',
    'registerRemotePushDevice',
    'addApnsToken',
    'removeApnsToken',
    'addFcmToken',
    'removeFcmToken',
    'sendTestNotification',
    'sendPlainTestNotification',
    'subscribeWebPush',
    'unsubscribeWebPush',
  ],
  [SHOWN]: ['updateStatus', 'updateStatusForUser', 'updatePresence', 'setTypingStatus', 'setTypingStatusForEdit'],
  [ASKS]: ['declineBotOffer', 'beginTwoFactor', 'beginPasskey', 'beginPasskeySession', 'beginPasskeyConfirmation'],
};

/** Without this service, calls of their samples are refused; single-sign-on.test.ts makes the call. */
const REFUSED_HERE: readonly Name[] = ['createExternalSession', 'deactivateRealm'];
/** Their samples ask for what is there already; audit-log.test.ts makes the calls. */
const SAMPLES_CHANGE_NOTHING: readonly Name[] = ['reorderProfileFields', 'reorderChannelFolders', 'deleteTopic'];

const changing = (Object.entries(endpoints) as [Name, Endpoint][]).filter(([, { method }]) => method !== 'GET');
const reasonOf = (name: Name) => Object.entries(REASONS).find(([, names]) => names.includes(name))?.[0];

/** The kinds of entries that a call of the sample makes. */
async function record(name: Name, endpoint: Endpoint): Promise<readonly AuditKind[]> {
  const { store } = server.app;
  const find = (after: number) => findEntriesAfter(store.db, server.realm.realm_id, after, 10_000);
  const params = texts(await samples[name](stage));
  const caller = await callerOf(name, cast.ada, stage);
  const last = (await find(0)).at(-1)?.id ?? 0;
  await callRaw(server.url, endpoint, params, caller);
  return (await find(last)).map(({ kind }) => kind);
}

it('[AL2] every reason is for endpoints that change something, each named once', () => {
  const named = [...Object.values(REASONS).flat(), ...REFUSED_HERE, ...SAMPLES_CHANGE_NOTHING];
  expect(named.length).toBe(new Set(named).size);
  const names = new Set(changing.map(([name]) => name));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

describe('[AL2] makes entries, or none for a reason:', () => {
  for (const [name, endpoint] of changing) {
    if (REFUSED_HERE.includes(name) || SAMPLES_CHANGE_NOTHING.includes(name)) continue;
    it(`[AL2] ${endpoint.method} ${endpoint.path} (${endpoint.id})`, async () => {
      const kinds = await record(name, endpoint);
      const reason = reasonOf(name);
      if (reason === undefined) expect({ name, is_recorded: kinds.length > 0 }).toEqual({ name, is_recorded: true });
      else expect({ name, reason, kinds }).toEqual({ name, reason, kinds: [] });
    });
  }
});
