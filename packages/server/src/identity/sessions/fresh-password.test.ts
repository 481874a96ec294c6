// Which of all endpoints require a fresh password of a session.
import { describe, expect, it } from 'bun:test';
import { channelPermissions, type Endpoint, endpoints, ROLE, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { callRaw, samples, serveTests, setStage, texts } from '@stoa/testkit';
import { openSession } from './sessions.actions.ts';

const { server, cast } = await serveTests({ dev: true });

describe('[SS11] endpoints that require a fresh password', () => {
  type Name = keyof typeof endpoints;
  /** Parameters with which endpoints require it that do so only for some. */
  const SOMETIMES: Partial<Record<Name, readonly Record<string, unknown>[]>> = {
    updateBot: [{ role: ROLE.guest }, { bot_owner_id: 1 }, { service_payload_url: 'https://thief.example/' }],
    updateUser: [{ role: ROLE.guest }, { role: ROLE.owner }, { new_email: 'thief@stoa.example' }],
    updateUserByEmail: [{ role: ROLE.guest }, { new_email: 'thief@stoa.example' }],
    sendInvites: [{ invite_as: ROLE.member }, { invite_as: ROLE.owner }, { invite_as: ROLE.guest, group_ids: [1] }],
    createMultiuseInvite: [{ invite_as: ROLE.member }, { invite_as: ROLE.guest, group_ids: [1] }],
    createUserGroup: [{ can_manage_group: 1 }, { can_join_group: 1 }],
    updateUserGroup: [{ can_manage_group: { new: 1 } }, { can_add_members_group: { new: 1 } }],
    updateStream: [
      { is_private: false },
      { is_web_public: true },
      { history_public_to_subscribers: true },
      { message_retention_days: 1 },
      ...Object.keys(channelPermissions).map((name) => ({ [name]: { new: 1 } })),
    ],
    getStreamEmailAddress: [{ sender_id: 1 }],
    updateSettings: [{ allow_private_data_export: true }, { target_users: { user_ids: [1] } }],
    updateDisplaySettings: [{ allow_private_data_export: true }],
    updateNotificationSettings: [{ target_users: { user_ids: [1] } }],
  };
  const ALWAYS: readonly Name[] = [
    'beginArchiveImport',
    'startArchiveImport',
    'undoArchiveImport',
    'getBots',
    'createAccessToken',
    'createBot',
    'acceptBotOffer',
    'getBotApiKey',
    'regenerateBotApiKey',
    'createUser',
    'deactivateUser',
    'deactivateOwnUser',
    'reactivateUser',
    'createPasswordResetLink',
    'getInvites',
    'resendInvite',
    'updateRealm',
    'deactivateRealm',
    'createRealmDomain',
    'updateRealmDomain',
    'deleteRealmDomain',
    'updateUserSettingsDefaults',
    'getRealmExports',
    'exportRealm',
    'requestPersonalExport',
    'getPersonalExports',
    'eraseUser',
    'eraseOwnUser',
    'addLinkifier',
    'updateLinkifier',
    'addPlayground',
    'archiveStream',
    'registerPushDevice',
    'addApnsToken',
    'addFcmToken',
    'beginTwoFactor',
    'disableTwoFactor',
    'replaceRecoveryCodes',
    'disableUserTwoFactor',
    'beginPasskey',
    'deletePasskey',
  ];
  /** Endpoints whose handlers decide by what is stored; the tests of their slices show when. */
  const STORED: readonly Name[] = ['updateUserGroupMembers', 'updateUserGroupSubgroups', 'regenerateOwnApiKey'];
  /** Endpoints of administrators that neither change nor tell what outlasts a session. */
  const HARMLESS: readonly Name[] = [
    'addDefaultStream',
    'removeDefaultStream',
    'createChannelFolder',
    'updateChannelFolder',
    'reorderChannelFolders',
    'createProfileField',
    'updateProfileField',
    'deleteProfileField',
    'reorderProfileFields',
    'uploadRealmIcon',
    'deleteRealmIcon',
    'uploadRealmLogo',
    'deleteRealmLogo',
    'removeLinkifier',
    'reorderLinkifiers',
    'removePlayground',
    'updateStatusForUser',
    'deleteRealmExport',
    'testWelcomeMessage',
    'getExportConsents',
    'getErasures',
    'getAuditLog',
    'getArchiveImport',
    'discardArchiveImport',
    'getTwoFactorGaps',
    'getUserTwoFactor',
  ];
  const all = Object.entries(endpoints) as [Name, Endpoint][];

  it('are the listed ones, and every administrator’s endpoint is classified', () => {
    const asking = all.filter(([, { fresh_password }]) => fresh_password).map(([name]) => name);
    expect(asking.sort()).toEqual([...ALWAYS, ...STORED, ...(Object.keys(SOMETIMES) as Name[])].sort());
    const administrators = all.filter(([, { access }]) => access === 'administrator' || access === 'owner');
    expect(
      administrators
        .map(([name]) => name)
        .filter((name) => !asking.includes(name))
        .sort(),
    ).toEqual([...HARMLESS].sort());
  });

  it('ask a session, however it repeats the request', async () => {
    const stage = await setStage(cast, server);
    const { user_id, email } = cast.ada;
    const { session_key } = await server.app.writer.write(server.realm.realm_id, (context) =>
      openSession(context, server.realm.realm_id, { user_id, email }, 'Device'),
    );
    server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    const session = { email, api_key: session_key };
    for (const name of [...ALWAYS, ...(Object.keys(SOMETIMES) as Name[])]) {
      const sample = await samples[name](stage);
      const endpoint: Endpoint = endpoints[name];
      for (const asking of SOMETIMES[name] ?? [{}])
        for (const key of [undefined, 'k', 'k']) {
          const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': `${name}-${key}` };
          const { status, body } = await callRaw(server.url, endpoint, texts({ ...sample, ...asking }), session, {
            headers,
          });
          expect([name, asking, status, body.code]).toEqual([name, asking, 403, 'PASSWORD_NEEDED']);
        }
    }
  });
});
