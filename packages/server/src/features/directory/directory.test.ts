// Signing in with a directory, which is a real LDAP server on a port of its own.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test';
import { randomUUID } from 'node:crypto';
import {
  type Cast,
  codeOf,
  type DirectoryEntry,
  FakeDirectory,
  messageOf,
  OWNER,
  passwordOf,
  reasonOf,
  startServer,
  type TestServer,
} from '@stoa/testkit';
import { startFakeMail } from '../../../../testkit/src/fake-mail.ts';

let directory: FakeDirectory;
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  directory = await FakeDirectory.start();
  server = await startServer({ ldap: directory.settings });
  cast = await server.cast();
});
afterEach(() => {
  directory.misbehave = null;
});
afterAll(async () => {
  await server.stop();
  await directory.stop();
});

const signIn = (username: string, password: string, on = server) => on.client().fetchApiKey({ username, password });
let count = 0;
/** Somebody of the directory whose address a new account has. */
async function connected(attributes: DirectoryEntry['attributes'] = {}) {
  count += 1;
  const name = `member${count}`;
  const email = `${name}@stoa.example`;
  await cast.ada.createUser({ email, full_name: `Member ${count}`, password: `${name} chose this here` });
  const entry = directory.add(name, { mail: [email], cn: [`Member ${count}`], ...attributes });
  const { api_key, user_id } = await signIn(name, entry.password);
  return { name, email, entry, user_id, client: server.client(email, api_key), own: `${name} chose this here` };
}

describe('signing in with a directory', () => {
  it('[LD800] gives new accounts the language of their entry, in any of its forms', async () => {
    const eager = await startServer({ ldap: { ...directory.settings, creates_accounts: true } });
    try {
      const languageOf = async (name: string, values: readonly string[]) => {
        const entry = directory.add(name, { mail: [`${name}@stoa.example`], cn: [name], preferredLanguage: values });
        const { api_key, email } = await signIn(name, entry.password, eager);
        const { user_settings } = await eager.client(email, api_key).registerQueue({
          fetch_event_types: ['user_settings'],
        });
        return [user_settings!.default_language, user_settings!.twenty_four_hour_time];
      };
      expect(await languageOf('hans', ['de-CH'])).toEqual(['de', true]);
      expect(await languageOf('joao', ['xx, pt-BR;q=0.8, en;q=0.7'])).toEqual(['pt-br', true]);
      expect(await languageOf('nobody', [])).toEqual(['en', false]);
    } finally {
      await eager.stop();
    }
  });

  it('[LD1] takes the login name or the address, and clients learn of it', async () => {
    const { name, email, entry, user_id } = await connected();
    for (const username of [name, name.toUpperCase(), ` ${name} `, email])
      expect(await signIn(username, entry.password)).toMatchObject({ email, user_id });
    const session = await server.client().createSession({ username: name, password: entry.password });
    expect(session).toMatchObject({ email, user_id });
    const settings = await server.client().getServerSettings();
    expect(settings).toMatchObject({ directory_name: 'Example Directory', require_email_format_usernames: false });
    expect(settings.authentication_methods).toMatchObject({ ldap: true, password: true });
    const state = await cast.ada.registerQueue({ fetch_event_types: ['realm'] });
    expect(state.realm_authentication_methods).toMatchObject({ LDAP: { enabled: true, available: true } });
  });

  it('[LD2] the id identifies a person, whatever names and addresses are later', async () => {
    const { name, entry, user_id, email } = await connected();
    Object.assign(entry.attributes, { mail: [OWNER.email], uid: ['married'], cn: ['Another Name'] });
    expect(await signIn('married', entry.password)).toMatchObject({ user_id, email });
    expect(await codeOf(signIn(name, entry.password))).toBe('AUTHENTICATION_FAILED');
    // The next person with the address is another one.
    entry.attributes.mail = [];
    const other = directory.add('successor', { mail: [email] });
    expect(await reasonOf(signIn('successor', other.password))).toBe('sign_on_other_identity');
  });

  it('[LD2] an entry without an id that is its own is nobody', async () => {
    const shared = randomUUID();
    for (const [name, entryUUID] of [
      ['none', []],
      ['two', [randomUUID(), randomUUID()]],
      ['blank', [' ']],
      ['null', ['a\0b']],
      ['long', ['x'.repeat(256)]],
      ['binary', [Buffer.from([0xff, 0xfe, 0xfd])]],
      // Half of a pair of surrogates, as some programs encode it.
      ['surrogate', [Buffer.from([0x61, 0xed, 0xa0, 0x80])]],
      ['double', [shared]],
      ['twin', [shared.toUpperCase()]],
    ] as const) {
      const email = `${name}@nobody.example`;
      await cast.ada.createUser({ email, full_name: `Nobody ${name}`, password: 'never used at all' });
      directory.add(name, { entryUUID, mail: [email] });
    }
    for (const name of ['none', 'two', 'blank', 'null', 'long', 'binary', 'surrogate', 'double', 'twin'])
      expect(await codeOf(signIn(name, `${name} in the directory`))).toBe('AUTHENTICATION_FAILED');
  });

  it('[LD3] what people type is a value, never a part of the filter', async () => {
    const { entry } = await connected();
    for (const username of [
      '*',
      'member*',
      '*)(uid=*',
      'x)(|(uid=*',
      '\\2a',
      'm\\65mber1',
      '(uid=member1)',
      ')(',
      '{login}',
    ])
      expect(await codeOf(signIn(username, entry.password))).toBe('AUTHENTICATION_FAILED');
    const [searched] = directory.asked.filter(({ what }) => what.includes('{login}'));
    expect(searched?.what).toBe('(|(uid={login})(mail={login}))');
    const odd = directory.add('a*(b)\\c', { mail: ['odd@stoa.example'] });
    expect(await reasonOf(signIn('a*(b)\\c', odd.password))).toBe('sign_on_no_account');
  });

  it('[LD3] [LD4] what no directory should see is wrong without asking', async () => {
    const { name, entry } = await connected();
    const before = directory.asked.length;
    const wrong: [string, string][] = [
      [name, ''],
      ['', entry.password],
      ['   ', entry.password],
      ['x'.repeat(10_000), entry.password],
      [name, 'x'.repeat(10_000)],
    ];
    for (const [username, password] of wrong)
      expect(await codeOf(signIn(username, password))).toBe('AUTHENTICATION_FAILED');
    // The API takes no null bytes at all.
    for (const [username, password] of [
      [`${name}\0`, entry.password],
      [name, `${entry.password}\0`],
    ] as const)
      expect(await codeOf(signIn(username, password))).toBe('BAD_REQUEST');
    const half = await fetch(`${server.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `username=${name}%ED%A0%80&password=${encodeURIComponent(entry.password)}`,
    });
    expect(half.ok).toBe(false);
    expect(directory.asked.length).toBe(before);
  });

  it('[LD4] unknown names, several entries and wrong passwords are answered alike, after the same questions', async () => {
    const { name, entry } = await connected();
    for (const uid of ['first', 'second']) directory.add(uid, { mail: ['both@stoa.example'] });
    const askedBy = async (username: string) => {
      const before = directory.asked.length;
      const message = await messageOf(signIn(username, 'a wrong password'));
      const kinds = directory.asked.slice(before).map(({ kind }) => kind);
      return { message, kinds };
    };
    const answers = [await askedBy(name), await askedBy('nobody at all'), await askedBy('both@stoa.example')];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ kinds: ['bind', 'search', 'search', 'bind'] });
    // An entry without a name of its own would be everybody.
    const dn = entry.dn;
    entry.dn = '';
    expect(await codeOf(signIn(name, 'anything'))).toBe('AUTHENTICATION_FAILED');
    entry.dn = dn;
  });

  it('[LD4] a disabled account does not sign in, even if the directory lets it', async () => {
    const { name, entry } = await connected();
    for (const [attribute, value] of [
      ['userAccountControl', '514'],
      ['nsAccountLock', 'TRUE'],
    ] as const) {
      entry.attributes[attribute] = [value];
      expect(await codeOf(signIn(name, entry.password))).toBe('AUTHENTICATION_FAILED');
      delete entry.attributes[attribute];
    }
    entry.attributes.userAccountControl = ['512'];
    await signIn(name, entry.password);
  });

  it('[LD5] a person without an account is invited, or refused', async () => {
    const invited = directory.add('invited', { mail: ['invited@stoa.example'] });
    await cast.ada.updateRealm({ invite_required: true });
    expect(await reasonOf(signIn('invited', invited.password))).toBe('sign_on_no_account');
    await cast.ada.updateRealm({ invite_required: false });
    const { email, user_id } = await signIn('invited', invited.password);
    expect(email).toBe('invited@stoa.example');
    const { user } = await cast.ada.getUser({ user_id });
    expect(user).toMatchObject({ full_name: 'invited Directory', role: 400 });
    await cast.ada.updateRealm({ invite_required: true });
    const addressless = directory.add('addressless', {});
    expect(await reasonOf(signIn('addressless', addressless.password))).toBe('sign_on_no_address');
    const odd = directory.add('odd', { mail: ['not an address'] });
    expect(await reasonOf(signIn('odd', odd.password))).toBe('email_invalid');
  });

  it('[LD5] an invitation to the address counts, and the operator may let everybody in', async () => {
    const lenient = await startServer({ ldap: directory.settings, smtp_url: 'smtp://127.0.0.1:1' });
    await lenient.owner.updateRealm({ invite_required: true });
    const email = 'guest@elsewhere.example';
    await lenient.owner.sendInvites({ invitee_emails: email, stream_ids: [], invite_as: 600 });
    const guest = directory.add('guest', { mail: [email], cn: ['Greta *Guest*'] });
    const { api_key } = await signIn('guest', guest.password, lenient);
    const own = await lenient.client(email, api_key).getOwnUser();
    expect(own).toMatchObject({ full_name: 'Greta  Guest', role: 600 });
    await lenient.stop();
    const open = await startServer({ ldap: { ...directory.settings, creates_accounts: true } });
    await open.owner.updateRealm({ invite_required: true });
    expect(await signIn('guest', guest.password, open)).toMatchObject({ email });
    await open.stop();
  });

  it('[LD5] of several addresses that of an account counts, and those of several accounts are refused', async () => {
    const { email } = cast.finn;
    const finn = directory.add('finn', { mail: ['unknown@else.example', 'not an address', email.toUpperCase()] });
    expect(await signIn('finn', finn.password)).toMatchObject({ user_id: cast.finn.user_id });
    const both = directory.add('several', { mail: [OWNER.email, cast.dara.email] });
    expect(await reasonOf(signIn('several', both.password))).toBe('directory_several_accounts');
  });

  it('[LD5] [SO7] a deactivated account stays closed', async () => {
    const { name, entry, user_id } = await connected();
    await cast.ada.deactivateUser({ user_id });
    expect(await codeOf(signIn(name, entry.password))).toBe('USER_DEACTIVATED');
  });

  it('[LD8] a password of this server does not count any more, and counts for everybody else', async () => {
    const { name, email, entry, own } = await connected();
    expect(await codeOf(signIn(email, own))).toBe('AUTHENTICATION_FAILED');
    entry.password = 'revoked and replaced';
    expect(await codeOf(signIn(name, `${name} in the directory`))).toBe('AUTHENTICATION_FAILED');
    await signIn(email, entry.password);
    expect(await signIn(OWNER.email, OWNER.password)).toMatchObject({ email: OWNER.email });
    expect(await signIn(cast.dara.email, passwordOf(cast.dara))).toMatchObject({ user_id: cast.dara.user_id });
  });

  it('[LD9] the directory confirms, and its password is not changed here', async () => {
    const { name, entry, email, own, user_id } = await connected();
    const { session_key } = await server.client().createSession({ username: name, password: entry.password });
    const device = server.client(email, session_key);
    await device.confirmSession({ password: entry.password });
    for (const password of [own, '', 'wrong'])
      expect(await reasonOf(device.confirmSession({ password }))).toBe('wrong_password');
    expect(await reasonOf(device.regenerateOwnApiKey({ password: own }))).toBe('wrong_password');
    await device.regenerateOwnApiKey({ password: entry.password });
    for (const old_password of [own, entry.password])
      expect(await reasonOf(device.updateSettings({ old_password, new_password: 'something quite new here' }))).toBe(
        'password_in_directory',
      );
    expect(await reasonOf(cast.ada.createPasswordResetLink({ user_id }))).toBe('password_in_directory');
  });

  it('[LD9] a link to a new password ends when its owner signs in with the directory', async () => {
    const [email, password] = ['linked@stoa.example', 'linked chose this here'];
    const { user_id } = await cast.ada.createUser({ email, full_name: 'Linked', password });
    const { url } = await cast.ada.createPasswordResetLink({ user_id });
    const entry = directory.add('linked', { mail: [email] });
    await signIn('linked', entry.password);
    const page = server.url + new URL(url).pathname;
    const headers = { accept: 'application/json' };
    expect(await (await fetch(page, { headers })).json()).toMatchObject({ reason: 'password_in_directory' });
    const body = new URLSearchParams({ password: 'several words of one kind' });
    const sent = await fetch(page, { method: 'POST', headers, body });
    expect(await sent.json()).toMatchObject({ reason: 'password_in_directory' });
    await signIn('linked', entry.password);
  });

  it('[LD24] asking for a link to a new password brings a mail that says where it is, and no link', async () => {
    const mail = await startFakeMail();
    const mailing = await startServer({ ldap: directory.settings, smtp_url: mail.url });
    const email = 'forgetful@stoa.example';
    await mailing.owner.createUser({ email, full_name: 'Forgetful', password: 'chosen here before' });
    const ask = () =>
      fetch(`${mailing.url}/forgot-password/`, { method: 'POST', body: new URLSearchParams({ email }) });
    await ask();
    await mailing.app.jobs.settle();
    expect(mail.newest(email).text).toContain('/reset-password/');
    await signIn('forgetful', directory.add('forgetful', { mail: [email] }).password, mailing);
    expect((await ask()).status).toBe(200);
    await mailing.app.jobs.settle();
    const { text } = mail.newest(email);
    expect(text).toContain('your password of Example Directory');
    expect(text).not.toContain('/reset-password/');
    await mailing.stop();
    await mail.stop();
  });

  it('[LD13] a disconnected account has its password of this server again', async () => {
    const { name, email, entry, own, user_id } = await connected();
    const { forgetIdentities } = await import('../single-sign-on/external-identities.actions.ts');
    await server.app.writer.write(server.realm.realm_id, (context) => forgetIdentities(context, user_id));
    entry.attributes.entryUUID = [randomUUID()];
    expect(await signIn(email, own)).toMatchObject({ user_id });
    expect(await signIn(name, entry.password)).toMatchObject({ user_id });
    expect(await codeOf(signIn(email, own))).toBe('AUTHENTICATION_FAILED');
  });
});
