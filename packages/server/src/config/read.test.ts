// Settings from options, variables and the configuration file, before anything is opened.
import { afterAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appOptions } from './app-options.ts';
import { serverSettings } from './config.ts';
import { type Environment, readSettings, type Sources } from './read.ts';
import { ConfigError } from './setting.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-config-'));
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;
function write(content: string, extension = 'toml'): string {
  const path = join(directory, `stoa-${++files}.${extension}`);
  writeFileSync(path, content);
  return path;
}
const read = (flags: Sources['flags'] = {}, environment: Environment = {}) =>
  readSettings(serverSettings, { flags, environment, in_file: serverSettings });
const readFile = (content: string, extension?: string) => read({ config: write(content, extension) });

/** The message of the refusal. */
async function refusal(settings: Promise<unknown>): Promise<string> {
  const error = await settings.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe('[CF1] a setting comes from', () => {
  it('its option, else its variable, else the file, else its default', async () => {
    const config = write('port = 3\nhost = "::1"\ndev = true');
    const environment = { STOA_PORT: '2', STOA_CONFIG: config };
    expect((await read({ port: '1' }, environment)).port).toBe(1);
    expect((await read({}, environment)).port).toBe(2);
    expect(await read({}, { STOA_CONFIG: config })).toMatchObject({ port: 3, host: '::1', dev: true, drain_secs: 0 });
    expect((await read()).port).toBe(8100);
    expect((await read({ config }, { STOA_CONFIG: '/nowhere' })).port).toBe(3);
  });

  it('the next source, if a variable is empty; a switch can be turned off again', async () => {
    const config = write('dev = true');
    expect((await read({ config }, { STOA_DEV: '' })).dev).toBe(true);
    expect((await read({ config }, { STOA_DEV: 'no' })).dev).toBe(false);
    expect((await read({ dev: 'false' }, { STOA_DEV: '1' })).dev).toBe(false);
  });

  it('the variable of OpenTelemetry, if ours is not set [TR1]', async () => {
    const others = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' };
    expect((await read({}, others)).otlp_endpoint).toBe('http://collector.example:4318');
    const ours = { ...others, STOA_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect((await read({}, ours)).otlp_endpoint).toBe('http://127.0.0.1:4318');
    expect((await read()).otlp_endpoint).toBeUndefined();
  });

  it('without any of them, its default', async () => {
    expect(appOptions(await read())).toMatchObject({
      data: './data',
      database: null,
      secret: null,
      new_secret: false,
      host: '127.0.0.1',
      port: 8100,
      drain_ms: 0,
      dev: false,
      checking: 'some',
      mail: null,
      invitation_validity_minutes: 14_400,
      invitations_per_day: 500,
      push: null,
      files: null,
      jwt: null,
    });
  });
});

describe('[CF2] the configuration file', () => {
  it('is TOML', async () => {
    const settings = await readFile(`
      data = "var"
      trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
      outbound_allow = "10.0.0.0/8, fd00::1"
      drain_secs = 10
      [limits]
      bots-per-account = 20
      [rate_limits]
      user = "7/2"
      ip = "off"
      [account_rate_limits]
      "alerts-bot@stoa.example" = "600/60"`);
    expect(settings.data).toBe(join(directory, 'var'));
    expect(settings.trusted_proxies).toHaveLength(2);
    expect(settings.outbound_allow).toHaveLength(2);
    expect(settings.limits).toEqual({ 'bots-per-account': 20 });
    expect(appOptions(settings)).toMatchObject({
      drain_ms: 10_000,
      rate_limits: {
        user: { requests: 7, period_ms: 2000 },
        ip: null,
        accounts: new Map([['alerts-bot@stoa.example', { requests: 600, period_ms: 60_000 }]]),
      },
    });
  });

  it('or JSON, by its name', async () => {
    const settings = await readFile('{ "port": 1, "data": "/srv/stoa", "limits": "drafts=3" }', 'json');
    expect(settings).toMatchObject({ port: 1, data: '/srv/stoa', limits: { drafts: 3 } });
  });
});

describe('[CF3] a file is refused', () => {
  it.each([
    ['smpt_url = "x"', 'there is no setting "smpt_url"; is "smtp_url" meant?'],
    ['smtp-url = "x"', 'there is no setting "smtp-url"; is "smtp_url" meant?'],
    ['secret_fiel = "x"', 'is "secret_file" meant?'],
    ['config = "other.toml"', 'there is no setting "config"'],
    ['[mail]\nsmtp_url = "x"', 'there is no setting "mail"'],
    ['toString = 1', 'there is no setting "toString"'],
    ['port = "8100"', 'port in %s must be a whole number'],
    ['port = 1.5', 'port in %s must be a whole number'],
    ['dev = "yes"', 'dev in %s must be true or false'],
    ['host = 1', 'host in %s must be a text'],
    ['trusted_proxies = [true]', 'trusted_proxies in %s must be a text or a list of texts'],
    [
      'incoming_mail = "smtps://0.0.0.0:25"',
      'incoming_mail in %s must be HOST:PORT, smtp://HOST:PORT or lmtp://HOST:PORT',
    ],
    ['incoming_mail = "0.0.0.0:0"', 'incoming_mail in %s must be HOST:PORT, smtp://HOST:PORT or lmtp://HOST:PORT'],
    ['[limits]\ndrafts = [1]', 'limits in %s must be a text or a table'],
    ['port = 1\nport = 2', '%s, line 2: '],
    ['secret = "hunter2\n', '%s, line 1: '],
    ['port: 1', '%s, line 1: '],
  ])('with a message that says what is wrong: %j', async (content, expected) => {
    const config = write(content);
    const message = await refusal(read({ config }));
    expect(message).toContain(expected.replace('%s', config));
    expect(message).toContain(config);
    expect(message).not.toContain('hunter2');
  });

  it('if it is JSON but not an object, is missing, or is a directory', async () => {
    expect(await refusal(readFile('[1]', 'json'))).toContain('is not valid JSON: it must be one object');
    expect(await refusal(readFile('{ "secret": "hunter2" ', 'json'))).toMatch(/is not valid JSON: (?!.*hunter2)/);
    expect(await refusal(read({ config: join(directory, 'nothing') }))).toContain("can't read the configuration file");
    expect(await refusal(read({ config: directory }))).toContain("can't read the configuration file");
    expect(await refusal(read({ config: '/dev/zero' }))).toContain('/dev/zero has more than a mebibyte');
    expect(await refusal(read({}, { STOA_SECRET_FILE: '/dev/zero' }))).toBe(
      'STOA_SECRET_FILE: /dev/zero has more than a mebibyte',
    );
  });
});

const [SECRET, OTHER] = ['s'.repeat(40), 'o'.repeat(40)];

describe('[CF4] a secret', () => {
  it('may be in a file, which the variable or the key with _FILE names', async () => {
    const path = write(` ${SECRET} \n`, 'txt');
    expect((await read({}, { STOA_SECRET_FILE: path })).secret).toBe(SECRET);
    expect((await read({}, { STOA_SECRET_FILE: path, STOA_SECRET: OTHER })).secret).toBe(OTHER);
    expect((await readFile('secret_file = "secret.txt"').catch((error) => error.message)) as unknown).toContain(
      `secret_file in ${join(directory, `stoa-${files}.toml`)}: ENOENT`,
    );
    writeFileSync(join(directory, 'secret.txt'), OTHER);
    expect((await readFile('secret_file = "secret.txt"')).secret).toBe(OTHER);
    const url = write('postgres://stoa:pw@localhost/stoa\n', 'txt');
    expect((await read({}, { STOA_DATABASE_FILE: url })).database).toBe('postgres://stoa:pw@localhost/stoa');
    expect(await refusal(read({}, { STOA_JWT_KEY_FILE: '/nowhere' }))).toContain('STOA_JWT_KEY_FILE: ENOENT');
  });

  it('is no option, and an empty one counts', async () => {
    const short = 'must have at least 32 characters';
    expect(await refusal(read({}, { STOA_SECRET: '' }))).toBe(`STOA_SECRET ${short}`);
    expect(await refusal(readFile('secret = "hunter2"'))).toEndWith(`.toml ${short}`);
    expect((await read({}, { STOA_JWT_KEY: '' })).jwt_key).toBeUndefined();
  });
});

describe('[CF5] a message', () => {
  it('names where the setting was set', async () => {
    const expected = 'must be a number from 0 to 65535, not';
    expect(await refusal(read({ port: '70000' }))).toBe(`--port ${expected} "70000"`);
    expect(await refusal(read({}, { STOA_PORT: 'x' }))).toBe(`STOA_PORT ${expected} "x"`);
    const config = write('port = 70000');
    expect(await refusal(read({ config }))).toBe(`port in ${config} ${expected} "70000"`);
  });

  it('refuses an empty address or path, which an unset variable of a script leaves', async () => {
    expect(await refusal(read({ host: '' }))).toStartWith('--host must be an address to listen on');
    expect(await refusal(read({ data: '' }))).toBe('--data must not be empty');
    const config = write('data = ""');
    expect(await refusal(read({ config }))).toBe(`data in ${config} must not be empty`);
    expect((await read({ host: '[::1]' })).host).toBe('::1');
  });

  it('contains no secret', async () => {
    const environment = {
      STOA_SMTP_URL: 'http://me:hunter2@mail.example',
      STOA_MAIL_FROM: 'a@b.example',
    };
    expect(await refusal(read({}, environment))).toMatch(/^STOA_SMTP_URL must be smtp:\/\/(?!.*hunter2)/);
    expect(await refusal(read({}, { STOA_JWT_KEY: 'hunter2' }))).toMatch(/^STOA_JWT_KEY: (?!.*hunter2).*32 bytes/);
    expect(await refusal(read({ database: 'mysql://me:hunter2@x' }))).not.toContain('hunter2');
    expect(await refusal(read({ jitsi_server_url: 'https://me:hunter2@x' }))).not.toContain('hunter2');
  });
});

describe('[CF6] a setting that needs another', () => {
  it.each([
    [{ smtp_url: 'smtp://mail.example' }, '--smtp-url needs --mail-from'],
    [{ mail_from: 'a@b.example' }, '--mail-from needs --smtp-url'],
    [
      { push_bouncer_url: 'https://push.example' },
      '--push-bouncer-url needs --push-bouncer-org-id, STOA_PUSH_BOUNCER_ORG_KEY or STOA_PUSH_BOUNCER_ORG_KEY_FILE',
    ],
    [{ jwt_issuer: 'us' }, '--jwt-issuer needs STOA_JWT_KEY or STOA_JWT_KEY_FILE'],
    [{ s3_endpoint: 'https://s3.example' }, '--s3-endpoint needs --s3-bucket, STOA_S3_ACCESS_KEY_ID or'],
    [{ nextcloud_url: 'https://cloud.example', nextcloud_username: '' }, '--nextcloud-url needs --nextcloud-username'],
    [{ zoom_account_id: 'x' }, '--zoom-account-id needs --zoom-client-id'],
  ])('is refused without it: %j', async (flags, expected) => {
    expect(await refusal(read(flags as unknown as Sources['flags']))).toContain(expected);
  });

  it('names both, and where the first was set', async () => {
    expect(await refusal(read({}, { STOA_SMTP_URL: 'smtp://x' }))).toBe('STOA_SMTP_URL needs STOA_MAIL_FROM');
    const config = write('big_blue_button_url = "https://bbb.example"');
    expect(await refusal(read({ config }))).toBe(
      `big_blue_button_url in ${config} needs big_blue_button_secret or big_blue_button_secret_file in ${config}`,
    );
  });
});

describe('single settings accept', () => {
  it('[CL14] a push service by its address, an id and the key', async () => {
    const environment = { STOA_PUSH_BOUNCER_ORG_KEY: 'the key' };
    const settings = await read({ push_bouncer_url: 'https://push.example/', push_bouncer_org_id: 'me' }, environment);
    expect(appOptions(settings).push).toEqual({ url: 'https://push.example', org_id: 'me', org_key: 'the key' });
    for (const url of ['push.example', 'ftp://push.example', ''])
      expect(await refusal(read({ push_bouncer_url: url, push_bouncer_org_id: 'me' }, environment))).toMatch(
        /^--push-bouncer-url must be an https/,
      );
  });

  it('[CL14] [OB2] [WP3] [RL3] ranges of addresses, each for its own purpose', async () => {
    const settings = await read({ outbound_allow: '10.0.0.0/8, fd00::1' });
    expect(settings.outbound_allow).toHaveLength(2);
    expect([settings.web_push_allow, settings.trusted_proxies]).toEqual([undefined, undefined]);
    for (const key of ['outbound_allow', 'web_push_allow', 'trusted_proxies'])
      for (const wrong of ['intranet', '1', '1/0', '127.1', '10.0.0.0/33', '010.0.0.1'])
        expect(await refusal(read({ [key]: wrong }))).toStartWith(`--${key.replaceAll('_', '-')}: `);
  });

  it('[CL16] video call services, with their secrets from variables or files', async () => {
    const options = async (flags: Sources['flags'], environment?: Environment) =>
      appOptions(await read(flags, environment)).calls;
    const none = { big_blue_button: null, nextcloud: null, zoom: null };
    expect(await options({})).toEqual({ jitsi_server_url: 'https://meet.jit.si', ...none });
    expect(await options({ jitsi_server_url: 'none' })).toEqual({ jitsi_server_url: null, ...none });
    const file = write('from a file\n', 'txt');
    const bbb = { big_blue_button_url: 'https://bbb.example/bigbluebutton/' };
    expect(await options(bbb, { STOA_BIG_BLUE_BUTTON_SECRET_FILE: file })).toMatchObject({
      big_blue_button: { url: 'https://bbb.example/bigbluebutton/', secret: 'from a file' },
    });
    const cloud = { nextcloud_url: 'https://cloud.example/', nextcloud_username: 'rooms' };
    expect(await options(cloud, { STOA_NEXTCLOUD_PASSWORD: 'p' })).toMatchObject({
      nextcloud: { url: 'https://cloud.example', username: 'rooms', password: 'p' },
    });
    const zoom = { zoom_client_id: 'app', zoom_account_id: 'account' };
    expect(await options(zoom, { STOA_ZOOM_CLIENT_SECRET: 's' })).toMatchObject({
      zoom: {
        url: 'https://zoom.us',
        api_url: 'https://api.zoom.us',
        client_id: 'app',
        client_secret: 's',
        account_id: 'account',
      },
    });
    for (const url of ['bbb.example', 'javascript:alert(1)', 'https://me:secret@meet.example', 'https://x/?a=b'])
      expect(await refusal(read({ jitsi_server_url: url }))).toMatch(/^--jitsi-server-url must be (?!.*secret)/);
  });

  it('[UP18] a bucket of an S3 store', async () => {
    const environment = { STOA_S3_ENDPOINT: 'https://s3.example', STOA_S3_BUCKET: 'files' };
    const keys = { STOA_S3_ACCESS_KEY_ID: 'id', STOA_S3_SECRET_ACCESS_KEY: 'key' };
    expect(appOptions(await read({}, { ...environment, ...keys })).files).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'files',
      region: 'us-east-1',
      access_key_id: 'id',
      secret_access_key: 'key',
    });
    expect(await refusal(read({}, keys))).toBe('STOA_S3_ACCESS_KEY_ID needs STOA_S3_ENDPOINT');
  });
});
