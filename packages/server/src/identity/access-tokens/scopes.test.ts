// What access tokens may call: every endpoint with each scope, and all other paths that take credentials.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import {
  BOT_TYPE,
  type Endpoint,
  endpoints,
  type NeededScope,
  ROLE,
  TOKEN_SCOPES,
  type TokenScope,
} from '@stoa/contract';
import {
  basic,
  type Credentials,
  callRaw,
  codeOf,
  makeToken,
  rawRequest,
  refusal,
  type Stage,
  samples,
  serveTests,
  setStage,
  texts,
} from '@stoa/testkit';
import type { Actor } from '../../kit/access/actor.ts';
import { requireScope } from '../../kit/access/token-scopes.ts';
import { openSlices } from '../../slice/open-slices.ts';
import { slices } from '../../slices.ts';

setDefaultTimeout(120_000);

const { server, cast } = await serveTests({ dev: true });
type Name = keyof typeof endpoints;
const all = Object.entries(endpoints) as [Name, Endpoint][];
const named = (scope: NeededScope) =>
  all.flatMap(([name, endpoint]) => (endpoint.scope === scope ? [name] : [])).sort();

/** Adding an endpoint here is a decision: see spec/access-tokens.md. */
const MANAGE: Name[] = [
  'addAlertWords',
  'addNavigationView',
  'createSavedSnippet',
  'createStream',
  'deleteAvatar',
  'deleteSavedSnippet',
  'editNavigationView',
  'editSavedSnippet',
  'markOnboardingStep',
  'muteTopic',
  'muteUser',
  'removeAlertWords',
  'removeNavigationView',
  'removeProfileData',
  'subscribe',
  'unmuteUser',
  'unsubscribe',
  'updateProfileData',
  'updateStatus',
  'updateSubscriptionSetting',
  'updateSubscriptionSettings',
  'updateSubscriptions',
  'updateUserTopic',
  'uploadAvatar',
  'zcommand',
];
const ADMINISTER: Name[] = [
  'addDefaultStream',
  'createChannelFolder',
  'createProfileField',
  'createUserGroup',
  'deactivateCustomEmoji',
  'deactivateUserGroup',
  'deleteProfileField',
  'deleteRealmIcon',
  'deleteRealmLogo',
  'deleteTopic',
  'getAuditLog',
  'getErasures',
  'getExportConsents',
  'removeDefaultStream',
  'removeLinkifier',
  'removePlayground',
  'reorderChannelFolders',
  'reorderLinkifiers',
  'reorderProfileFields',
  'revokeInvite',
  'revokeMultiuseInvite',
  'testWelcomeMessage',
  'updateChannelFolder',
  'updateProfileField',
  'updateStatusForUser',
  'updateStream',
  'updateUser',
  'updateUserByEmail',
  'updateUserGroup',
  'updateUserGroupMembers',
  'updateUserGroupSubgroups',
  'uploadCustomEmoji',
  'uploadRealmIcon',
  'uploadRealmLogo',
];
const KEY: Name[] = [
  'acceptBotOffer',
  'addApnsToken',
  'addFcmToken',
  'addLinkifier',
  'addPlayground',
  'archiveStream',
  'beginArchiveImport',
  'beginPasskey',
  'beginPasskeyConfirmation',
  'beginTwoFactor',
  'confirmByPasskey',
  'confirmExternally',
  'confirmSession',
  'confirmTwoFactor',
  'createAccessToken',
  'createBot',
  'createMultiuseInvite',
  'createPasskey',
  'createPasswordResetLink',
  'createRealmDomain',
  'createUser',
  'deactivateBot',
  'deactivateOwnUser',
  'deactivateRealm',
  'deactivateUser',
  'declineBotOffer',
  'deletePasskey',
  'deletePersonalExport',
  'deleteRealmDomain',
  'deleteRealmExport',
  'disableTwoFactor',
  'disableUserTwoFactor',
  'discardArchiveImport',
  'endOtherSessions',
  'endSession',
  'eraseOwnUser',
  'eraseUser',
  'exportRealm',
  'finishExternalConfirmation',
  'getAccessTokens',
  'getArchiveImport',
  'getBotApiKey',
  'getBotOffers',
  'getBots',
  'getInvites',
  'getPasskeys',
  'getPersonalExports',
  'getRealmExports',
  'getSessions',
  'getStreamEmailAddress',
  'getTwoFactor',
  'getTwoFactorGaps',
  'getUserTwoFactor',
  'getWebPushKey',
  'reactivateUser',
  'regenerateBotApiKey',
  'regenerateOwnApiKey',
  'registerClientDevice',
  'registerPushDevice',
  'registerRemotePushDevice',
  'removeApnsToken',
  'removeClientDevice',
  'removeFcmToken',
  'renamePasskey',
  'replaceRecoveryCodes',
  'requestPersonalExport',
  'resendInvite',
  'revokeAccessToken',
  'sendInvites',
  'sendPlainTestNotification',
  'sendTestNotification',
  'showApiKeyByPasskey',
  'startArchiveImport',
  'subscribeWebPush',
  'undoArchiveImport',
  'unsubscribeWebPush',
  'updateBot',
  'updateLinkifier',
  'updateRealm',
  'updateRealmDomain',
  'updateUserSettingsDefaults',
];

let stage: Stage;
/** Tokens of the owner, by their scopes. */
const tokens = new Map<string, Credentials>();
beforeAll(async () => {
  stage = await setStage(cast, server);
  for (const scopes of [...TOKEN_SCOPES.map((scope) => [scope]), ...TOKEN_SCOPES.map(allBut), [...TOKEN_SCOPES]]) {
    const { email, token } = await makeToken(server, cast.ada, scopes);
    tokens.set(scopes.join(), { email, api_key: token });
  }
});
const allBut = (scope: NeededScope): TokenScope[] => TOKEN_SCOPES.filter((other) => other !== scope);
const tokenWith = (scopes: readonly TokenScope[]) => tokens.get(scopes.join())!;

describe('[TK5] every endpoint', () => {
  it('that takes credentials declares a scope, and no other does', () => {
    const undeclared = all.filter(([, { scope }]) => scope === undefined).map(([name]) => name);
    expect(undeclared).toEqual(all.filter(([, { access }]) => access === 'public').map(([name]) => name));
  });

  it('refuses tokens without it, which name it, and learn nothing else', async () => {
    for (const [name, endpoint] of all) {
      if (typeof endpoint.scope !== 'string') continue;
      const refused = tokenWith(endpoint.scope === 'key' ? TOKEN_SCOPES : allBut(endpoint.scope));
      // Neither valid nor invalid parameters reach the handler.
      for (const params of [texts(await samples[name](stage)), {}]) {
        if (endpoint.path.includes('{') && Object.keys(params).length === 0) continue;
        const { status, body } = await callRaw(server.url, endpoint, params, refused);
        expect([name, status, body.code, body.scope]).toEqual([name, 403, 'INSUFFICIENT_SCOPE', endpoint.scope]);
        expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'result', 'scope']);
      }
    }
  });

  it('serves tokens with it and nothing else', async () => {
    for (const [name, endpoint] of all) {
      const { scope } = endpoint;
      if (scope === undefined || scope === 'key') continue;
      const sample = await samples[name](stage);
      const needed = typeof scope === 'string' ? scope : (scope(sample) as TokenScope);
      const { status, body } = await callRaw(server.url, endpoint, texts(sample), tokenWith([needed]));
      // Some samples do what needs a fresh password, or what no server does.
      if (endpoint.fresh_password && body.scope === 'key') continue;
      // The sample's queue was registered by the key. [TK8]
      if (body.code === 'BAD_EVENT_QUEUE_ID') expect(['getEvents', 'deleteQueue']).toContain(name);
      else if (endpoint.refused) expect([name, body.code]).not.toEqual([name, 'INSUFFICIENT_SCOPE']);
      else expect([name, status, body.msg]).toEqual([name, 200, '']);
    }
  });

  it('refuses tokens if it declares nothing', () => {
    const token = { token_id: 1, scopes: TOKEN_SCOPES, expires_at: 2 ** 40 };
    const actor = { token } as unknown as Actor;
    for (const declared of [undefined, 'key', () => 'key', 'unknown'] as const)
      expect(() => requireScope(declared as NeededScope, actor, {})).toThrow();
    expect(() => requireScope(undefined, actor)).toThrow();
    expect(() => requireScope(undefined, {} as Actor)).not.toThrow();
    expect(() => requireScope('read', actor)).not.toThrow();
  });
});

describe('[TK5] every other path that takes credentials', () => {
  it('declares a scope', () => {
    const { raw } = openSlices(slices, server.app);
    expect(raw.length).toBeGreaterThan(10);
    for (const { access, scope, path } of raw) expect([path, scope === undefined]).toEqual([path, access === 'public']);
    expect(raw.flatMap(({ scope, path }) => (scope === 'by-call' ? [path] : []))).toEqual(['/mcp']);
  });

  it('refuses tokens without it', async () => {
    const paths: [string, string, NeededScope][] = [
      ['GET', `/avatar/${cast.ada.user_id}`, 'read'],
      ['GET', '/user_uploads/1/ab/missing.txt', 'read'],
      ['GET', '/user_uploads/thumbnail/1/ab/missing.txt/x.webp', 'read'],
      ['GET', '/user_uploads/download/1/ab/missing.txt', 'read'],
      ['GET', '/api/v1/realm/icon', 'read'],
      ['GET', '/api/v1/realm/logo', 'read'],
      ['POST', '/api/v1/tus/', 'send'],
      ['GET', '/calls/bigbluebutton/join', 'send'],
      ['GET', '/calls/zoom/register', 'key'],
    ];
    for (const [method, path, scope] of paths) {
      const ask = (scopes: readonly TokenScope[]) =>
        rawRequest(`${server.url}${path}`, { method, headers: basic(tokenWith(scopes)), redirect: 'manual' });
      const { status, body } = await ask(scope === 'key' ? TOKEN_SCOPES : allBut(scope));
      expect([path, status, body.code, body.scope]).toEqual([path, 403, 'INSUFFICIENT_SCOPE', scope]);
    }
  });

  it('the addresses of incoming webhooks take no tokens', async () => {
    const { ada } = cast;
    const { user_id: bot_id } = await ada.createBot({
      full_name: 'Hooks',
      short_name: 'hooks',
      bot_type: BOT_TYPE.incoming_webhook,
    });
    const { token } = await ada.createAccessToken({ name: 'x', scopes: ['send'], expires_in_days: 1, bot_id });
    const url = `${server.url}/api/v1/external/slack_incoming?api_key=${token}&stream=${stage.channel}`;
    const { status, body } = await rawRequest(url, { method: 'POST', body: '{"text":"x"}' });
    expect([status, body.code]).toEqual([401, 'INVALID_API_KEY']);
  });
});

describe('[TK4] the endpoints of each scope', () => {
  it('that read only read', () => {
    const reading: readonly string[] = named('read');
    // Registering and ending a queue is how one reads on, and rendering stores nothing.
    const posting = all
      .filter(([name, { method }]) => reading.includes(name) && method !== 'GET')
      .map(([name]) => name);
    expect(posting.sort()).toEqual(['deleteQueue', 'registerQueue', 'renderMessage']);
  });

  it('that manage and administer are the listed ones', () => {
    expect(named('manage')).toEqual(MANAGE);
    expect(named('administer')).toEqual(ADMINISTER);
  });
});

describe('[TK6] what touches credentials or outlasts a token', () => {
  it('is reached by none', () => {
    expect(named('key')).toEqual(KEY);
    // Every endpoint that always asks sessions for a password is one of them.
    const asking = all.filter(([, { fresh_password }]) => fresh_password === true).map(([name]) => name);
    expect(asking.filter((name) => !named('key').includes(name))).toEqual([]);
  });

  it('nor are the address and the password, beside the settings', async () => {
    const token = tokenWith(['manage']);
    const change = (params: Record<string, string>) => callRaw(server.url, endpoints.updateSettings, params, token);
    const thefts: Record<string, string>[] = [
      { email: 'thief@stoa.example' },
      { email: '' },
      { new_password: 'a thief knows it' },
      { old_password: 'x', new_password: 'a thief knows it' },
      { old_password: 'a guess' },
    ];
    for (const params of thefts) {
      const { status, body } = await change({ ...params, enter_sends: 'true' });
      expect([params, status, body.code, body.scope]).toEqual([params, 403, 'INSUFFICIENT_SCOPE', 'key']);
    }
    expect((await change({ enter_sends: 'true' })).status).toBe(200);
  });

  it('nor is making or revoking tokens', async () => {
    const { client, token_id } = await makeToken(server, cast.ada, [...TOKEN_SCOPES]);
    const wanted = { name: 'more', scopes: [...TOKEN_SCOPES], expires_in_days: 365 };
    for (const call of [
      () => client.createAccessToken(wanted),
      () => client.getAccessTokens(),
      () => client.revokeAccessToken({ token_id }),
      () => client.regenerateOwnApiKey({}),
      () => client.getSessions(),
      () => client.endOtherSessions({ end_api_key: true }),
      () => client.confirmSession({ password: 'x' }),
      () => client.deactivateOwnUser(),
    ])
      expect(await refusal(call())).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
        fields: { scope: 'key' },
      });
  });
});

describe('[TK7] what a session does only with a fresh password', () => {
  const key = { status: 403, code: 'INSUFFICIENT_SCOPE', fields: { scope: 'key' } };

  it('is refused to tokens, for some parameters', async () => {
    const { client } = await makeToken(server, cast.ada, [...TOKEN_SCOPES]);
    const { stream_id } = stage;
    const { user_id } = cast.dara;
    for (const call of [
      () => client.updateUser({ user_id, role: ROLE.owner }),
      () => client.updateUser({ user_id, new_email: 'thief@stoa.example' }),
      () => client.updateStream({ stream_id, is_web_public: true }),
      () => client.updateStream({ stream_id, can_administer_channel_group: { new: 1 } }),
      () => client.updateSettings({ allow_private_data_export: true }),
      () => client.updateSettings({ enter_sends: true, target_users: { user_ids: [user_id] } }),
    ])
      expect(await refusal(call())).toMatchObject(key);
    await client.updateStream({ stream_id, description: 'by a token' });
  });

  it('is refused to tokens, by what is stored', async () => {
    const { ada, dara } = cast;
    const { client } = await makeToken(server, ada, [...TOKEN_SCOPES]);
    const { group_id } = await ada.createUserGroup({ name: 'crew', description: '', members: [] });
    await client.updateUserGroupMembers({ user_group_id: group_id, add: [dara.user_id] });
    await client.updateUserGroupMembers({ user_group_id: group_id, delete: [dara.user_id] });
    await ada.updateRealm({ can_create_private_channel_group: { new: group_id } });
    expect(
      await refusal(client.updateUserGroupMembers({ user_group_id: group_id, add: [dara.user_id] })),
    ).toMatchObject(key);
  });

  it('is refused however the request is repeated', async () => {
    const { user_id } = cast.dara;
    const token = tokenWith(['administer']);
    const params = { user_id: String(user_id), role: String(ROLE.guest) };
    const headers = { 'idempotency-key': 'roles' };
    const by = (credentials: Credentials) =>
      callRaw(server.url, endpoints.updateUser, params, credentials, { headers });
    expect((await by(token)).status).toBe(403);
    expect((await by(cast.ada)).status).toBe(200);
    // What is recorded for the key does not answer the token.
    expect((await by(token)).body.code).toBe('INSUFFICIENT_SCOPE');
    await cast.ada.updateUser({ user_id, role: ROLE.member });
  });
});

describe('a token', () => {
  it('[TK4] permits no more than its account', async () => {
    const { client } = await makeToken(server, cast.finn, [...TOKEN_SCOPES]);
    expect(await codeOf(client.createChannelFolder({ name: 'x', description: '' }))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await codeOf(client.addDefaultStream({ stream_id: stage.stream_id }))).toBe('UNAUTHORIZED_PRINCIPAL');
    const { client: reader } = await makeToken(server, cast.finn, ['read']);
    // What it lacks comes first.
    expect(await codeOf(reader.createChannelFolder({ name: 'x', description: '' }))).toBe('INSUFFICIENT_SCOPE');
  });

  it('[TK5] is refused where calls without credentials are answered', async () => {
    expect((await callRaw(server.url, endpoints.getServerSettings, {}, tokenWith(['send']))).status).toBe(200);
    const { status, body } = await callRaw(server.url, endpoints.getStreams, {}, tokenWith(['send']));
    expect([status, body.scope]).toEqual([403, 'read']);
  });
});
