// Every parameter that names something, of every endpoint: what exists but is hidden from the caller is answered like
// what does not exist. A new endpoint's parameters are tried by being declared, or fail until they are classified.
import { beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import type { Endpoint } from '@stoa/contract';
import {
  basic,
  type Cast,
  callRaw,
  type KindName,
  namingParameters,
  type Organization,
  type Person,
  type Stage,
  samplePicture,
  samples,
  serveTests,
  setStage,
  texts,
  unknownNames,
  type Value,
} from '@stoa/testkit';
import type { z } from 'zod';

setDefaultTimeout(120_000);

const HOST_A = 'a.stoa.example';
const HOST_B = 'b.stoa.example';
const LATER = 4_000_000_000;

type Viewer = 'ada' | 'dara' | 'finn' | 'bot' | 'spectator';
/** Exists, and is hidden from these viewers. */
interface Hidden {
  readonly what: string;
  readonly value: Value;
  readonly from: readonly Viewer[];
}
interface Kind {
  readonly hidden: readonly Hidden[];
  /** A different name each time, because some calls make what they name. */
  readonly missing: () => Value;
}

const ALL: readonly Viewer[] = ['ada', 'dara', 'finn', 'bot', 'spectator'];
const NO_OWNER = ALL.filter((who) => who !== 'ada');
const MEMBERS: readonly Viewer[] = ['dara', 'bot'];
const GUEST: readonly Viewer[] = ['finn'];
/** Far above the ids of this test. */
const MISSING_ID = 77_777_777;

const parameters = namingParameters();
let stage: Stage;
let kinds: Record<KindName, Kind>;
const { server } = await serveTests({ dev: true });

/** One of everything that an account can have to itself. */
async function possessions(cast: Cast, person: Person, name: string) {
  const [{ ids }, snippet, { device_id }] = [
    await person.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: name }] }),
    await person.createSavedSnippet({ title: name, content: name }),
    await person.registerClientDevice(),
  ];
  await person.subscribe({
    subscriptions: [{ name: `${name} channel` }],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const { stream_id } = await person.getStreamId({ stream: `${name} channel` });
  const { url } = await person.uploadFile({}, { file: samplePicture() });
  const content = `${name} [file](${url})`;
  const { id } = await person.sendMessage({ type: 'channel', to: stream_id, topic: name, content });
  const direct = await person.sendMessage({ type: 'direct', to: [cast.bela.user_id], content: name });
  const at = { scheduled_delivery_timestamp: LATER };
  const scheduled = await person.createScheduledMessage({
    type: 'channel',
    to: stream_id,
    topic: name,
    content,
    ...at,
  });
  const { reminder_id } = await person.createReminder({ message_id: id, ...at });
  await person.sendInvites({ invitee_emails: `${name}.invited@stoa.example`, stream_ids: [] });
  const invite_id = (await person.getInvites()).invites.at(-1)!.id;
  await person.createMultiuseInvite({});
  const { invites } = await person.getInvites();
  const link_id = invites.find(({ is_multiuse }) => is_multiuse)!.id;
  const { attachments } = await person.getAttachments();
  const { user_id: bot_id } = await person.createBot({ full_name: `${name} bot`, short_name: `${name}s` });
  const { queue_id } = await person.registerQueue({ fetch_event_types: [] });
  await person.addNavigationView({ fragment: `narrow/${name}`, is_pinned: true, name });
  await person.addFcmToken({ token: `token of ${name}` });
  const { id: export_id } = await person.requestPersonalExport();
  const { token_id } = await person.createAccessToken({ name, scopes: ['read'], expires_in_days: 30 });
  return {
    draft: ids[0]!,
    snippet: snippet.saved_snippet_id,
    device: device_id!,
    channel: stream_id,
    'channel name': `${name} channel`,
    message: id,
    direct: direct.id,
    'scheduled message': scheduled.scheduled_message_id,
    reminder: reminder_id,
    invite: invite_id,
    link: link_id,
    attachment: attachments[0]!.id,
    file: attachments[0]!.path_id,
    bot: bot_id,
    queue: queue_id!,
    fragment: `narrow/${name}`,
    token: `token of ${name}`,
    'personal export': export_id,
    'access token': token_id,
  };
}

/** Objects that belong to an organization rather than to an account. */
async function furniture(owner: Person, name: string) {
  const field = await owner.createProfileField({ field_type: 1, name });
  const folder = await owner.createChannelFolder({ name, description: '' });
  const linkifier = await owner.addLinkifier({
    pattern: `${name}-(?P<id>\\d+)`,
    url_template: 'https://x.example/{id}',
  });
  const playground = await owner.addPlayground({
    name,
    pygments_language: 'Rust',
    url_template: 'https://x.example/{code}',
  });
  await owner.createRealmDomain({ domain: `${name}.example`, allow_subdomains: true });
  await owner.uploadCustomEmoji({ emoji_name: name }, { file: samplePicture() });
  const { group_id } = await owner.createUserGroup({ name, description: '', members: [owner.user_id] });
  const { id: export_id } = await owner.exportRealm();
  return {
    field: field.id,
    folder: folder.channel_folder_id,
    linkifier: linkifier.id,
    playground: playground.id,
    domain: `${name}.example`,
    emoji: name,
    group: group_id,
    export: export_id,
  };
}

beforeAll(async () => {
  const a = await server.organization(HOST_A);
  const b = await server.organization(HOST_B);
  const [inA, inB] = [await a.cast(), await b.cast()];
  stage = await setStage(inA, server);
  const { user_groups } = await inA.ada.getUserGroups();
  const members = user_groups.find(({ name }) => name === 'role:members')!.id;
  await inA.ada.updateRealm({
    can_access_all_users_group: { new: members },
    create_multiuse_invite_group: { new: members },
  });
  const session = async ({ client }: Organization) =>
    (await client().createSession({ username: inA.eli.email, password: 'Eli Member signs in' })).session_id;
  const eli = { ...(await possessions(inA, inA.eli, 'eliown')), session: await session(a) };
  const ada = {
    ...(await possessions(inB, inB.ada, 'bravo')),
    session: await session(b),
    ...(await furniture(inB.ada, 'bravo')),
  };
  const { user_id: offer } = await inA.eli.createBot({ full_name: 'Offered', short_name: 'offered' });
  await inA.eli.updateBot({ bot_id: offer, bot_owner_id: inA.bela.user_id });
  const unseen = { email: 'unseen@stoa.example', full_name: 'Unseen', password: 'a long password' };
  await inA.ada.createUser(unseen);
  const other = { email: 'other@b.example', full_name: 'Other', password: 'a long password' };
  const { user_id: other_id } = await inB.ada.createUser(other);

  const kind = (missing: Value | (() => Value), foreign: Value, ...own: [Value, readonly Viewer[]][]): Kind => ({
    missing: typeof missing === 'function' ? missing : () => missing,
    hidden: [
      { what: 'of another organization', value: foreign, from: ALL },
      ...own.map(([value, from]) => ({ what: 'of another account', value, from })),
    ],
  });
  const missing_file = (path: string) => path.replace(/[^/]{4}(?=\/[^/]*$)/, 'zzzz');
  kinds = {
    'access token': kind(MISSING_ID, ada['access token'], [eli['access token'], ALL]),
    attachment: kind(MISSING_ID, ada.attachment, [eli.attachment, ALL]),
    bot: kind(MISSING_ID, ada.bot),
    channel: kind(MISSING_ID, ada.channel, [eli.channel, NO_OWNER]),
    'channel name': kind(() => `missing channel ${stage.unique()}`, ada['channel name'], [
      eli['channel name'],
      NO_OWNER,
    ]),
    device: kind(MISSING_ID, ada.device, [eli.device, ALL]),
    domain: kind(() => `missing${stage.unique()}.example`, ada.domain),
    draft: kind(MISSING_ID, ada.draft, [eli.draft, ALL]),
    email: kind(() => `missing${stage.unique()}@stoa.example`, other.email, [unseen.email, GUEST]),
    emoji: kind(() => `missing${stage.unique()}`, ada.emoji),
    export: kind(MISSING_ID, ada.export),
    field: kind(MISSING_ID, ada.field),
    file: kind(missing_file(eli.file), ada.file, [eli.file, ALL]),
    folder: kind(MISSING_ID, ada.folder),
    fragment: kind(() => `narrow/missing${stage.unique()}`, ada.fragment, [eli.fragment, ALL]),
    group: kind(MISSING_ID, ada.group),
    invite: kind(MISSING_ID, ada.invite, [eli.invite, MEMBERS]),
    link: kind(MISSING_ID, ada.link, [eli.link, MEMBERS]),
    linkifier: kind(MISSING_ID, ada.linkifier),
    message: kind(MISSING_ID, ada.message, [eli.message, ALL], [eli.direct, ALL]),
    offer: kind(MISSING_ID, ada.bot, [offer, ['ada', 'dara', 'bot']]),
    'personal export': kind(MISSING_ID, ada['personal export'], [eli['personal export'], ALL]),
    playground: kind(MISSING_ID, ada.playground),
    queue: kind(() => crypto.randomUUID(), ada.queue, [eli.queue, ALL]),
    reminder: kind(MISSING_ID, ada.reminder, [eli.reminder, ALL]),
    'scheduled message': kind(MISSING_ID, ada['scheduled message'], [eli['scheduled message'], ALL]),
    session: kind(MISSING_ID, ada.session, [eli.session, ALL]),
    snippet: kind(MISSING_ID, ada.snippet, [eli.snippet, ALL]),
    token: kind(() => `missing token ${stage.unique()}`, ada.token, [eli.token, ALL]),
    // The ids of people whom a guest may not see are no secret: they are in register. [UA5]
    user: kind(MISSING_ID, other_id),
  };
});

const VIEWERS_BY_ACCESS: Readonly<Record<Endpoint['access'], readonly Viewer[]>> = {
  public: ALL,
  spectator: ALL,
  user: ['ada', 'dara', 'finn', 'bot'],
  member: ['ada', 'dara', 'bot'],
  moderator: ['ada'],
  administrator: ['ada'],
  owner: ['ada'],
};

/** The parameter as it names the value: by itself, or in a list. */
function formed(schema: z.ZodType, value: Value): unknown {
  const candidates = [value, [value], String(value)];
  return candidates.find((candidate) => schema.safeParse(candidate).success) ?? value;
}

function inParts(path: Value) {
  const [realm_id, ...rest] = String(path).split('/');
  return { realm_id_str: realm_id, filename: rest.join('/') };
}

/** The response without what may differ: the value itself, and, after a success, other numbers. */
function comparable(status: number, body: unknown, value: Value): string {
  const text = JSON.stringify(body).replaceAll(
    new RegExp(`(?<![\\w.])${RegExp.escape(String(value))}(?!\\w)`, 'g'),
    '#',
  );
  return `${status} ${status === 200 ? text.replaceAll(/\d+(\.\d+)?/g, '#') : text}`;
}

it('[IS5] every parameter that names something is classified', () => {
  const unclassified = parameters.filter(({ uses }) => uses === null);
  expect(unclassified.map(({ name, parameter }) => `${name}.${parameter}`)).toEqual([]);
  expect(unknownNames()).toEqual([]);
});

/** These leave out what they do not find, or make it. */
const ACCEPT_UNKNOWN = [
  'getUsers.user_ids',
  'getMessages.narrow',
  'matchesNarrow.msg_ids',
  'matchesNarrow.narrow',
  'updateMessageFlagsForNarrow.narrow',
  'updateSettings.email',
  'updateDisplaySettings.email',
  'updateNotificationSettings.email',
  // Filters: nothing is found.
  'getAuditLog.acting_user_id',
  'getAuditLog.user_id',
  'getAuditLog.stream_id',
  'getAuditLog.group_id',
];

for (const [name, of_endpoint] of Map.groupBy(parameters, (parameter) => parameter.name)) {
  const { endpoint } = of_endpoint[0]!;
  const tried = of_endpoint.flatMap(({ parameter, schema, uses }) =>
    (uses ?? []).map((use) => ({ parameter, schema, use })),
  );
  if (tried.length === 0) continue;

  it(`[IS5] ${endpoint.method} ${endpoint.path} answers what is hidden like what does not exist`, async () => {
    let sample: Record<string, unknown> | null = null;
    for (const { parameter, schema, use } of tried) {
      const { form = (value: Value) => formed(schema, value), beside = {} } = use;
      const ask = async (viewer: Viewer, value: Value, more: object): Promise<string> => {
        const caller = viewer === 'spectator' ? null : stage.cast[viewer];
        sample ??= await samples[name](stage);
        const params = texts({ ...sample, ...beside, [parameter]: form(value), ...more });
        const { status, body } = await callRaw(server.url, endpoint, params, caller, { headers: { host: HOST_A } });
        // The call may have used it up.
        if (status === 200) sample = null;
        return comparable(status, body, value);
      };
      for (const [kind, { missing, hidden }] of use.kinds.map((kind) => [kind, kinds[kind]] as const))
        for (const { what, value, from } of hidden)
          for (const viewer of from.filter((who) => VIEWERS_BY_ACCESS[endpoint.access].includes(who))) {
            const absent = missing();
            const expected = await ask(viewer, absent, kind === 'file' ? inParts(absent) : {});
            const found = await ask(viewer, value, kind === 'file' ? inParts(value) : {});
            expect([parameter, kind, what, viewer, found]).toEqual([parameter, kind, what, viewer, expected]);
            if (expected.startsWith('200')) expect(ACCEPT_UNKNOWN).toContain(`${name}.${parameter}`);
          }
    }
  });
}

it('[IS5] the addresses of files answer what is hidden like what does not exist', async () => {
  const { missing, hidden } = kinds.file;
  for (const { value, from } of hidden)
    for (const viewer of from)
      for (const [before, after] of [
        ['', ''],
        ['download/', ''],
        ['thumbnail/', '/840x560.webp'],
      ] as const) {
        const ask = async (path: Value) => {
          const headers = { host: HOST_A, ...(viewer === 'spectator' ? {} : basic(stage.cast[viewer])) };
          const response = await fetch(`${server.url}/user_uploads/${before}${path}${after}`, { headers });
          return `${response.status} ${(await response.text()).replaceAll(String(path), '#')}`;
        };
        expect([viewer, before, await ask(value)]).toEqual([viewer, before, await ask(missing())]);
      }
});
