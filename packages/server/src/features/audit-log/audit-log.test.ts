// The audit log: what it records of changes, of whom, and who reads it.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type ApiError, type AuditEntry, type ChannelId, ROLE, type UserId } from '@stoa/contract';
import { makeToken, OWNER, type Person, scimClient, serveTestsWithMail, type TestToken } from '@stoa/testkit';
import { deactivateAccount, setRole } from '../../identity/users/users.actions.ts';
import { PacedWrites } from '../../kit/bulk-writes/paced-writes.ts';
import { sql } from '../../kit/database/sql.ts';
import { auditValue, BY_COMMAND, BY_DIRECTORY } from '../../kit/write/audit-record.ts';
import { pruneAuditLog } from './audit-log.actions.ts';

const { server, cast } = await serveTestsWithMail();
const { ada, bela, chen, dara, eli } = cast;
const { realm_id } = server.realm;
let design: ChannelId;
beforeAll(async () => {
  design = await channel('design');
});

async function channel(name: string, more: object = {}): Promise<ChannelId> {
  const principals = [ada, dara].map(({ user_id }) => user_id);
  await ada.subscribe({ subscriptions: [{ name }], principals, ...more });
  return (await ada.getStreamId({ stream: name })).stream_id;
}
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'success',
    ({ code }: ApiError) => code,
  );
const newest = async (limit = 1) => (await ada.getAuditLog({ limit })).entries;

/** What a change recorded, the oldest first, without ids and times. */
async function recorded(change: () => Promise<unknown>): Promise<Partial<AuditEntry>[]> {
  const [last] = await newest();
  await change();
  const entries = (await newest(500)).filter(({ id }) => id > (last?.id ?? 0)).reverse();
  return entries.map(({ id: _, timestamp: __, ...entry }) =>
    Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null && !isEmpty(value))),
  );
}
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const by = ({ user_id }: Person) => ({ acting_user_id: user_id, via: 'api_key' as const });

let made = 0;
async function person(): Promise<Person> {
  const name = `person${++made}`;
  const account = { email: `${name}@stoa.example`, full_name: name, password: `${name} and nobody else` };
  await ada.createUser(account);
  const { api_key, user_id } = await server
    .client()
    .fetchApiKey({ username: account.email, password: account.password });
  return Object.assign(server.client(account.email, api_key), { ...account, api_key, user_id });
}

describe('an entry', () => {
  it('[AL1] is made with its change, and not by one that fails', async () => {
    const [last] = await newest();
    const failing = server.app.writer.write(realm_id, async (context) => {
      await setRole(context, server.realm, dara.user_id, ROLE.moderator);
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await newest()).toEqual([last!]);
    // Others of the same commit stay.
    const write = (name: string, fails: boolean) =>
      server.app.writer
        .write(realm_id, async ({ record }) => {
          record({ kind: 'emoji_added', name });
          if (fails) throw new Error('refused');
        })
        .catch(() => {});
    await Promise.all([write('one', false), write('two', true), write('three', false)]);
    expect((await newest(2)).map(({ name }) => name)).toEqual(['three', 'one']);
  });

  it('[AL2] is not made by a request that changes nothing', async () => {
    const { description } = (await ada.getStream({ stream_id: design })).stream;
    expect(
      await recorded(async () => {
        await ada.updateStream({ stream_id: design, description });
        await ada.updateRealm({ name: server.realm.name });
        await ada.updateUser({ user_id: dara.user_id, role: ROLE.member });
      }),
    ).toEqual([]);
  });

  it('[AL3] names who did it and how', async () => {
    const session = await server.client().createSession({ username: OWNER.email, password: OWNER.password });
    const browser = server.client(OWNER.email, session.session_key);
    const rename = (who: Person | typeof browser, new_name: string) =>
      recorded(() => who.updateStream({ stream_id: design, new_name }));
    expect(await rename(ada, 'drafts')).toMatchObject([by(ada)]);
    expect(await rename(browser, 'design')).toMatchObject([{ acting_user_id: ada.user_id, via: 'session' }]);
    const { user_id } = await person();
    const deactivating = (origin: typeof BY_COMMAND) =>
      recorded(() =>
        server.app.writer.write(realm_id, (context) => deactivateAccount(context, server.realm, user_id), { origin }),
      );
    expect(await deactivating(BY_COMMAND)).toEqual([{ kind: 'account_deactivated', via: 'command_line', user_id }]);
    await ada.reactivateUser({ user_id });
    expect(await deactivating(BY_DIRECTORY)).toEqual([{ kind: 'account_deactivated', via: 'directory', user_id }]);
  });

  it('[AL3] names the token of SCIM', async () => {
    const scim = await scimClient(server);
    const { user_id } = await person();
    const entries = await recorded(() =>
      scim.patch(`/Users/${user_id}`, { op: 'replace', path: 'active', value: false }),
    );
    expect(entries).toEqual([{ kind: 'account_deactivated', via: 'scim', via_name: 'Example ID', user_id }]);
  });

  it('[AL3] names the access token, whose making and end are entries, too', async () => {
    let made: TestToken;
    const stream_id = await channel('deployments');
    expect(
      await recorded(async () => (made = await makeToken(server, ada, ['administer'], { name: 'Deployer' }))),
    ).toEqual([
      {
        ...by(ada),
        kind: 'access_token_created',
        user_id: ada.user_id,
        name: 'Deployer',
        changes: [
          { field: 'scopes', new: ['administer'] },
          { field: 'expires_at', new: expect.any(Number) },
        ],
      },
    ]);
    expect(await recorded(() => made.client.updateStream({ stream_id, description: 'by a token' }))).toMatchObject([
      { acting_user_id: ada.user_id, via: 'access_token', via_name: 'Deployer', stream_id },
    ]);
    expect(await recorded(() => ada.revokeAccessToken(made))).toEqual([
      { ...by(ada), kind: 'access_token_revoked', user_id: ada.user_id, name: 'Deployer' },
    ]);
  });

  it('[AL4] tells of a sign-in how and on which device', async () => {
    const someone = await person();
    const { user_id, email } = someone;
    const username = email;
    const password = `person${made} and nobody else`;
    const who = { kind: 'signed_in', acting_user_id: user_id, via: 'no_credentials', user_id };
    expect(await recorded(() => server.client().createSession({ username, password, device_name: 'Anvil' }))).toEqual([
      {
        ...who,
        name: 'Anvil',
        changes: [
          { field: 'method', new: 'password' },
          { field: 'credentials', new: 'session' },
        ],
      },
    ] as object[]);
    const [signed_in] = await recorded(() => server.client().fetchApiKey({ username, password }));
    expect(signed_in).toMatchObject({ ...who, changes: [{}, { field: 'credentials', new: 'api_key' }] });
    expect(
      await recorded(() => failure(server.client().fetchApiKey({ username, password: 'another password' }))),
    ).toEqual([]);
  });
});

describe('a change', () => {
  it('[AL5] has the old and the new value of each field', async () => {
    const about = { ...by(ada), stream_id: design };
    const group = { direct_members: [dara.user_id], direct_subgroups: [] };
    const entries = await recorded(async () => {
      await ada.updateStream({ stream_id: design, description: 'Drawings', can_send_message_group: { new: group } });
      await ada.updateRealm({ waiting_period_threshold: 3, description: 'We draw' });
      await ada.updateUser({ user_id: eli.user_id, role: ROLE.moderator });
      await ada.updateUser({ user_id: eli.user_id, role: ROLE.member });
    });
    const role = (old: number, now: number) => ({ field: 'role', old, new: now });
    expect(entries).toEqual([
      {
        kind: 'channel_changed',
        ...about,
        changes: [
          { field: 'description', old: '', new: 'Drawings' },
          { field: 'can_send_message_group', old: expect.any(Number), new: group },
        ],
      },
      {
        kind: 'organization_changed',
        ...by(ada),
        changes: [
          { field: 'description', old: '', new: 'We draw' },
          { field: 'waiting_period_threshold', old: 0, new: 3 },
        ],
      },
      { kind: 'account_role_changed', ...by(ada), user_id: eli.user_id, changes: [role(400, 300)] },
      { kind: 'account_role_changed', ...by(ada), user_id: eli.user_id, changes: [role(300, 400)] },
    ] as object[]);
  });

  it('[AL5] of members has who was added and removed', async () => {
    const members = (ids: readonly UserId[]) => ids as UserId[];
    let user_group_id = 0 as Parameters<typeof ada.updateUserGroupMembers>[0]['user_group_id'];
    const entries = await recorded(async () => {
      const group = { name: 'drawers', description: 'd', members: members([dara.user_id]) };
      user_group_id = (await ada.createUserGroup(group)).group_id;
      await ada.updateUserGroupMembers({ user_group_id, add: [eli.user_id], delete: [dara.user_id] });
    });
    const group_id = user_group_id;
    expect(entries).toMatchObject([
      { kind: 'group_created', group_id, name: 'drawers', changes: [{ new: 'd' }, { new: [dara.user_id] }] },
      {
        kind: 'group_members_changed',
        group_id,
        changes: [
          { field: 'members', old: [dara.user_id] },
          { field: 'members', new: [eli.user_id] },
        ],
      },
    ]);
  });

  it('[AL5] is cut where it is long', async () => {
    const entries = await recorded(() =>
      server.app.writer.write(realm_id, async ({ record }) => {
        const text = auditValue('🪨'.repeat(5000)) as string;
        const list = auditValue(Array.from({ length: 5000 }, (_, at) => at)) as number[];
        expect([[...text].length, text.at(-1), list.length]).toEqual([1000, '…', 300]);
        expect(auditValue({ a: [{ b: 'c' }] })).toBe('{"a":[{"b":"c"}]}');
        record({ kind: 'emoji_added', name: 'x'.repeat(5000), changes: Array(500).fill({ field: 'f', new: 1 }) });
      }),
    );
    expect([entries[0]!.name!.length, entries[0]!.changes!.length]).toEqual([1000, 100]);
  });

  it('[AL5] of secrets has no values, and none is anywhere in the log', async () => {
    const address = 'https://hooks.example/secret-path';
    const entries = await recorded(async () => {
      const { user_id } = await ada.createBot({
        full_name: 'Hook',
        short_name: 'hook',
        bot_type: 3,
        payload_url: JSON.stringify(address),
      });
      const changed = `${address}-2`;
      await ada.updateBot({
        bot_id: user_id,
        service_payload_url: JSON.stringify(changed),
        config_data: { key: 'hush' },
      } as Parameters<typeof ada.updateBot>[0]);
      await ada.regenerateBotApiKey({ bot_id: user_id });
      const someone = await person();
      await someone.updateSettings({
        old_password: `person${made} and nobody else`,
        new_password: 'quite another one',
      });
    });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'account_created',
      'bot_changed',
      'account_api_key_replaced',
      'account_created',
      'signed_in',
      'account_password_changed',
    ]);
    expect(entries[1]!.changes!.map((change) => Object.keys(change))).toEqual([['field'], ['field']]);
    expect(JSON.stringify(entries)).not.toMatch(/secret-path|hush|nobody else|another one/);
  });

  it('[AL6] never has addresses of people', async () => {
    const someone = await person();
    const entries = await recorded(async () => {
      await ada.sendInvites({ invitee_emails: 'someone.new@stoa.example', invite_as: 400, stream_ids: [design] });
      await server.app.writer.write(realm_id, async ({ tx }) => {
        await tx.run(sql`update users set can_change_user_emails = true where user_id = ${ada.user_id}`);
      });
      await ada.updateUser({ user_id: someone.user_id, new_email: 'moved@stoa.example' });
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['invitation_created', 'account_email_changed']);
    expect(JSON.stringify(entries)).not.toContain('@');
  });
});

describe('messages', () => {
  const send = async (who: Person, to: ChannelId, topic: string) =>
    (await who.sendMessage({ type: 'channel', to, topic, content: 'a secret' })).id;

  it('[AL13] of others that are deleted or moved make entries, one’s own and resolved topics none', async () => {
    const { user_id } = dara;
    const place = await channel('place');
    const target = await channel('target');
    const own = await send(ada, place, 'mine');
    const theirs = await send(dara, place, 'plans');
    const moved = await send(dara, place, 'plans');
    const entries = await recorded(async () => {
      await ada.removeMessage({ message_id: own });
      await ada.removeMessage({ message_id: theirs });
      await ada.editMessage({ message_id: moved, topic: '✔ plans', propagate_mode: 'change_all' });
      await ada.editMessage({ message_id: moved, topic: 'goals', stream_id: target, propagate_mode: 'change_all' });
      await ada.deleteTopic({ stream_id: target, topic_name: 'goals' });
    });
    const about = { ...by(ada), stream_id: place };
    expect(entries).toMatchObject([
      { kind: 'message_deleted', ...about, user_id, name: 'plans' },
      {
        kind: 'messages_moved',
        ...about,
        changes: [
          { field: 'stream_id', old: place, new: target },
          { field: 'topic', old: '✔ plans', new: 'goals' },
          { field: 'messages', new: expect.any(Number) },
        ],
      },
      { kind: 'topic_deleted', ...by(ada), stream_id: target, name: 'goals' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('a secret');
  });

  it('[AL6] of private channels have no topics in entries', async () => {
    const hidden = await channel('hidden', { invite_only: true });
    const first = await send(dara, hidden, 'takeover');
    const second = await send(dara, hidden, 'takeover');
    const entries = await recorded(async () => {
      await ada.removeMessage({ message_id: first });
      await ada.editMessage({ message_id: second, topic: 'merger', propagate_mode: 'change_all' });
      await ada.deleteTopic({ stream_id: hidden, topic_name: 'merger' });
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['message_deleted', 'messages_moved', 'topic_deleted']);
    expect(JSON.stringify(entries)).not.toMatch(/takeover|merger/);
  });

  it('[AL12] are sent, read and reacted to without an entry', async () => {
    const quiet = await channel('quiet');
    const entries = await recorded(async () => {
      const message_id = await send(dara, quiet, 'plain');
      await dara.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'read' });
      await dara.addReaction({ message_id, emoji_name: 'tada' });
      await dara.editMessage({ message_id, content: 'better' });
    });
    expect(entries).toEqual([]);
  });
});

describe('orders', () => {
  it('[AL2] of folders and profile fields make entries where they change', async () => {
    const folders: number[] = [];
    for (const name of ['first', 'second'])
      folders.push((await ada.createChannelFolder({ name, description: '' })).channel_folder_id);
    const fields: number[] = [];
    for (const name of ['A', 'B']) fields.push((await ada.createProfileField({ name, field_type: 1 })).id);
    const entries = await recorded(async () => {
      await ada.reorderChannelFolders({ order: folders.reverse() });
      await ada.reorderProfileFields({ order: fields.reverse() });
    });
    expect(entries.map(({ kind }) => kind)).toEqual(['folders_reordered', 'profile_fields_reordered']);
  });
});

describe('the log', () => {
  it('[AL7] is for administrators', async () => {
    for (const who of [chen, dara, cast.finn, cast.bot])
      expect(await failure(who.getAuditLog({}))).toBe('UNAUTHORIZED_PRINCIPAL');
    expect(await failure(bela.getAuditLog({}))).toBe('success');
  });

  it('[AL7] has the newest first, in pages', async () => {
    const all = await newest(500);
    const pages: AuditEntry[] = [];
    let before: number | null = null;
    do {
      const page = await ada.getAuditLog({ limit: 7, ...(before !== null && { before }) });
      expect(page.entries.length).toBeLessThanOrEqual(7);
      pages.push(...page.entries);
      before = page.next;
    } while (before !== null);
    expect(pages).toEqual(all);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
  });

  it('[AL7] filters by kinds, people, channels, groups, ways and times', async () => {
    const all = await newest(500);
    const find = async (filter: Parameters<typeof ada.getAuditLog>[0]) =>
      (await ada.getAuditLog({ limit: 500, ...filter })).entries;
    const some = <K extends keyof AuditEntry>(name: K, value: AuditEntry[K]) =>
      all.filter((entry) => entry[name] === value);
    const kinds = ['channel_changed', 'signed_in', 'group_created'] as const;
    expect(await find({ kinds: [...kinds, 'signed_in'] })).toEqual(
      all.filter(({ kind }) => kinds.includes(kind as never)),
    );
    expect(await find({ acting_user_id: ada.user_id })).toEqual(some('acting_user_id', ada.user_id));
    expect(await find({ user_id: eli.user_id })).toEqual(some('user_id', eli.user_id));
    expect(await find({ stream_id: design })).toEqual(some('stream_id', design));
    expect(await find({ via: 'scim' })).toEqual(some('via', 'scim'));
    const { group_id } = all.find((entry) => entry.group_id !== null)!;
    expect(await find({ group_id: group_id! })).toEqual(some('group_id', group_id));
    server.clock.advance(60_000);
    const since = Math.floor(server.clock.now() / 1000);
    await ada.updateStream({ stream_id: design, description: 'later' });
    expect(await find({ since })).toMatchObject([{ kind: 'channel_changed', timestamp: since }]);
    expect(await find({ until: since })).toEqual(all);
    expect(await find({ since: since + 1 })).toEqual([]);
    expect(await find({ until: 1 })).toEqual([]);
    expect(await find({ stream_id: design, kinds: ['channel_changed'], since })).toHaveLength(1);
  });

  it('[AL7] is of one organization', async () => {
    const other = await server.organization('others.example');
    const { realm_id: of_other } = other.realm;
    await server.app.writer.write(of_other, async ({ record }) => record({ kind: 'emoji_added', name: 'foreign' }));
    expect((await newest(500)).map(({ name }) => name)).not.toContain('foreign');
    const { entries } = await ada.getAuditLog({ kinds: ['emoji_added'], limit: 500 });
    expect(entries.map(({ name }) => name)).not.toContain('foreign');
  });

  it('[AL8] keeps entries for as long as the operator chose', async () => {
    const { store, writer, clock } = server.app;
    const [last] = await newest();
    server.clock.advance(10 * 24 * 60 * 60_000);
    await ada.updateStream({ stream_id: design, description: 'ten days later' });
    const prune = (days: number) => pruneAuditLog({ store, writer, paced: new PacedWrites(clock) }, clock.now(), days);
    await prune(11);
    expect(await newest(500)).toContainEqual(last!);
    await prune(9);
    const left = await newest(500);
    expect(left).toHaveLength(1);
    expect(left[0]!.changes).toEqual([{ field: 'description', old: 'later', new: 'ten days later' }]);
    expect((await ada.getAuditLog({})).kept_days).toBe(365);
  });

  it('[AL9] forgets names and devices of people who are erased', async () => {
    const someone = await person();
    const { user_id } = someone;
    await someone.updateSettings({ full_name: 'Former Name' });
    await server.client().createSession({
      username: someone.email,
      password: `person${made} and nobody else`,
      device_name: 'Phone of Former Name',
    });
    const token = await makeToken(server, someone, ['manage'], { name: 'Script of Former Name' });
    await token.client.updateSettings({ full_name: 'Another Former Name' });
    await someone.revokeAccessToken(token);
    await ada.eraseUser({ user_id });
    for (let patience = 100; patience > 0; patience--) {
      const { erasures } = await ada.getErasures();
      if (erasures.find((erasure) => erasure.user_id === user_id)?.finished_at) break;
      await Bun.sleep(20);
    }
    const { entries } = await ada.getAuditLog({ user_id, limit: 500 });
    expect(entries.map(({ kind }) => kind)).toContain('account_erased');
    const renamed = { changes: [], user_id };
    expect(entries.filter(({ kind }) => kind === 'account_renamed')).toMatchObject([renamed, renamed]);
    expect(JSON.stringify(entries)).not.toMatch(/Former|person\d/);
  });
});
