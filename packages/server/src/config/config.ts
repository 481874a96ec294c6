// Every setting of the server, once: flags, variables, keys of the configuration file, help, tables and errors come from here.
import { MAX_INVITATION_MINUTES } from '@stoa/contract';
import { parseSender, parseSmtpUrl } from '../delivery/mail/mail-settings.ts';
import { SECRET_MIN } from '../identity/auth/secret.ts';
import { parseFormat, parseLevels } from '../kit/logging/levels.ts';
import { parseRanges } from '../kit/outbound/outbound-addresses.ts';
import { INVITATION_VALIDITY_MINUTES, INVITATIONS_PER_DAY } from '../kit/sign-in/sign-up-config.ts';
import { parseAccountRateLimits, parseCaps, parseRateLimits, USUAL_RATE_LIMITS_TEXT } from './limits.ts';
import { list, number, path, secret, table, text, toggle, type Values } from './setting.ts';
import { signingInSettings } from './signing-in-settings.ts';
import { automatic, hostNames, httpsUrl, mailAddress } from './tls-settings.ts';
import {
  hostAndPort,
  httpUrl,
  incomingMailAddress,
  listenAddress,
  mailDomainName,
  plainHttpUrl,
  postgresUrl,
} from './urls.ts';

function longEnough(secret_text: string): string {
  if (secret_text.length < SECRET_MIN) throw new Error(`must have at least ${SECRET_MIN} characters`);
  return secret_text;
}

/** Which data: what every command takes. */
export const storeSettings = {
  config: path({ summary: 'configuration file, TOML or JSON (.json); flags and variables win over it' }),
  data: path({
    value: 'DIR',
    summary: 'data directory: the embedded database, the secret, uploaded files',
    fallback: './data',
  }),
  database: text(
    {
      value: 'URL',
      summary: 'PostgreSQL to use instead of the embedded database: postgres://USER:PASSWORD@HOST/NAME',
      shown_default: 'embedded',
      may_be_file: true,
    },
    postgresUrl,
  ),
  secret: secret(
    {
      summary: 'what API keys are derived from; nodes that share a database share it',
      shown_default: '`secret` in the data directory',
      empty_counts: true,
    },
    longEnough,
  ),
};

const listening = {
  host: text(
    { value: 'ADDRESS', summary: 'address to listen on; 0.0.0.0 or :: for all', fallback: '127.0.0.1' },
    listenAddress,
  ),
  port: number(0, 65_535, { summary: 'port to listen on; 0 for a free one', fallback: '8100' }),
  trusted_proxies: list(
    {
      value: 'RANGES',
      summary: 'proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, such as 127.0.0.1,10.0.0.0/8',
    },
    parseRanges,
  ),
  drain_secs: number(0, 300, {
    summary: 'how long a stopping server goes on serving while GET /ready is 503',
    fallback: '0',
  }),
};

const https = {
  tls: text(
    {
      value: 'auto',
      summary: 'auto: HTTPS with a certificate that the server gets and renews by itself (ACME)',
      shown_default: 'HTTP, for a proxy',
      needs: ['tls_hosts', 'acme_agree_tos'],
    },
    automatic,
  ),
  tls_hosts: list(
    { value: 'NAMES', summary: 'names that the certificate is for, such as chat.example.com', needs: ['tls'] },
    hostNames,
  ),
  tls_certificate: path({
    summary: 'HTTPS with this certificate (PEM, with those that signed it); read again when it changes',
    needs: ['tls_key'],
  }),
  tls_key: path({ summary: 'private key of the certificate (PEM)', needs: ['tls_certificate'] }),
  http_port: number(1, 65_535, {
    summary: 'port that the certificate authority reaches as port 80; redirects browsers to HTTPS',
    fallback: '80',
  }),
  acme_agree_tos: toggle({ summary: 'agree to the terms of service of the certificate authority' }),
  acme_email: text({ value: 'ADDRESS', summary: 'address for mail from the certificate authority' }, mailAddress),
  acme_directory: text(
    {
      value: 'URL',
      summary: 'ACME directory of the certificate authority',
      fallback: 'https://acme-v02.api.letsencrypt.org/directory',
    },
    httpsUrl,
  ),
  acme_ca_file: path({
    summary: 'root certificate (PEM) of a private certificate authority, to trust its directory',
  }),
};

const running = {
  workers: number(1, 64, {
    summary: 'processes that share the port, each for a core; more than 1 needs PostgreSQL and Linux',
    fallback: '1',
  }),
  dev: toggle({ summary: 'development mode: demo data, and sign-in to any account without a password; loopback only' }),
  new_secret: toggle({ summary: 'accept a secret other than the one the data was written with; every API key ends' }),
};

const logging = {
  log_format: text(
    { value: 'FORMAT', summary: 'log lines for people or programs: pretty or json', fallback: 'pretty' },
    parseFormat,
  ),
  log_level: list(
    {
      value: 'LEVELS',
      summary:
        'debug, info, warn, error or silent; also by subsystem (server, requests, jobs), such as warn,jobs=debug',
      fallback: 'info',
    },
    parseLevels,
  ),
  log_requests: toggle({ summary: 'log a line for each request' }),
  log_file: path({
    summary: 'file that log lines are appended to; SIGHUP reopens it',
    shown_default: 'standard error',
  }),
};

const metrics = {
  metrics_token: secret({
    summary: 'bearer token with which other machines may read GET /metrics; without it only this machine may',
  }),
  metrics_listen: text(
    {
      value: 'HOST:PORT',
      summary:
        'separate address for GET /metrics, such as 10.0.0.5:9464; open to all who reach it unless a token is set',
    },
    hostAndPort,
  ),
  otlp_endpoint: text(
    {
      value: 'URL',
      summary: 'collector that traces are sent to by OTLP over HTTP, such as http://127.0.0.1:4318',
      shown_default: 'no traces',
      also_variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    },
    httpUrl,
  ),
  otlp_sampled_percent: number(0, 100, {
    summary: 'percentage of requests that are traced; for requests of a trusted proxy, its own decision counts',
    fallback: '10',
    needs: ['otlp_endpoint'],
  }),
};

const mail = {
  smtp_url: text(
    {
      value: 'URL',
      summary: 'mail server: smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ if needed; none sends no mail',
      needs: ['mail_from'],
      may_be_file: true,
    },
    parseSmtpUrl,
  ),
  mail_from: text(
    { value: 'ADDRESS', summary: 'sender of mail, such as "Chat <chat@example.com>"', needs: ['smtp_url'] },
    parseSender,
  ),
  incoming_mail: text(
    {
      value: 'HOST:PORT',
      summary: 'address that receives mail for channels by SMTP; lmtp://HOST:PORT by LMTP, for a mail server in front',
      shown_default: 'receives no mail',
    },
    incomingMailAddress,
  ),
  incoming_mail_domain: text(
    {
      value: 'DOMAIN',
      summary: 'domain of the addresses of channels',
      shown_default: 'host name of each organization',
      needs: ['incoming_mail'],
    },
    mailDomainName,
  ),
  invitation_link_validity_minutes: number(1, MAX_INVITATION_MINUTES, {
    summary: 'how long invitations are valid unless their sender chooses',
    fallback: String(INVITATION_VALIDITY_MINUTES),
  }),
  invitations_per_day: number(0, 1_000_000, {
    summary: 'invitations that an organization may mail within 24 hours',
    fallback: String(INVITATIONS_PER_DAY),
  }),
};

const limits = {
  rate_limits: table(
    {
      value: 'LIMITS',
      summary:
        'requests per seconds: of a person with their bots, of an address, failed logins, forms and mail; user=off or off',
      fallback: USUAL_RATE_LIMITS_TEXT,
    },
    parseRateLimits,
  ),
  account_rate_limits: table(
    { value: 'LIMITS', summary: 'accounts with rate limits of their own, such as alerts-bot@chat.example.com=600/60' },
    parseAccountRateLimits,
  ),
  limits: table(
    {
      value: 'LIMITS',
      summary: 'limits on the number of objects, such as bots-per-account=20,drafts=500; docs/limits.md lists them',
      shown_default: 'see docs/limits.md',
    },
    parseCaps,
  ),
};

export const fileSettings = {
  s3_endpoint: text(
    {
      value: 'URL',
      summary: 'S3 store that keeps uploaded files in a bucket',
      shown_default: 'local disk',
      needs: ['s3_bucket', 's3_access_key_id', 's3_secret_access_key'],
    },
    httpUrl,
  ),
  s3_bucket: text({ value: 'NAME', summary: 'bucket of the S3 store', needs: ['s3_endpoint'] }),
  s3_region: text({ value: 'NAME', summary: 'region of the S3 bucket', fallback: 'us-east-1' }),
  s3_access_key_id: secret({ summary: 'access key of the S3 store', needs: ['s3_endpoint'] }),
  s3_secret_access_key: secret({ summary: 'secret of the S3 access key', needs: ['s3_endpoint'] }),
};

/** A script that found no passphrase must not make backups that anybody can read. [BU700] */
function passphrase(text: string): string {
  if (text.trim() === '') throw new Error('is empty: remove it if backups shall not be encrypted');
  return text;
}

/** Where backups are and how to read them, for `stoa backup`, `restore` and `check`; `serve` ignores them in the file. */
export const backupSettings = {
  backup_passphrase: secret(
    { summary: 'encrypts backups; without it they can be neither restored nor checked', empty_counts: true },
    passphrase,
  ),
  backup_s3_endpoint: text(
    { value: 'URL', summary: 'S3 store of backups to s3://BUCKET/PREFIX', shown_default: 'that of uploaded files' },
    httpUrl,
  ),
  backup_s3_region: text({
    value: 'NAME',
    summary: 'region of the bucket of backups',
    shown_default: 'that of uploaded files',
  }),
  backup_s3_access_key_id: secret({
    summary: 'access key of the S3 store of backups',
    shown_default: 'that of uploaded files',
    needs: ['backup_s3_endpoint'],
  }),
  backup_s3_secret_access_key: secret({
    summary: 'secret of that access key',
    shown_default: 'that of uploaded files',
    needs: ['backup_s3_endpoint'],
  }),
};

const outside = {
  outbound_allow: list(
    {
      value: 'RANGES',
      summary: 'private addresses that webhooks and previews may call, such as 10.0.0.0/8,192.168.7.4',
    },
    parseRanges,
  ),
  no_link_previews: toggle({
    summary: 'never fetch pages that messages link to, whatever organizations choose',
  }),
  audit_log_days: number(0, 36_500, {
    summary: 'days for which the audit log keeps entries; 0 for ever',
    fallback: '365',
  }),
  no_mcp: toggle({
    summary: 'do not serve the Model Context Protocol at /mcp, by which agents use accounts',
  }),
  web_push_allow: list(
    { value: 'RANGES', summary: 'private addresses that browsers may name as their push service' },
    parseRanges,
  ),
  push_bouncer_url: text(
    {
      value: 'URL',
      summary: 'push service for mobile notifications',
      needs: ['push_bouncer_org_id', 'push_bouncer_org_key'],
    },
    httpUrl,
  ),
  push_bouncer_org_id: text({ value: 'ID', summary: 'id of this server at the push service' }),
  push_bouncer_org_key: secret({ summary: 'key of this server at the push service' }),
};

const calls = {
  jitsi_server_url: text(
    {
      value: 'URL',
      summary: 'Jitsi server of organizations that name none; "none" for no Jitsi',
      fallback: 'https://meet.jit.si',
    },
    (value) => (value === 'none' ? null : plainHttpUrl(value)),
  ),
  big_blue_button_url: text(
    {
      value: 'URL',
      summary: 'BigBlueButton server, such as https://bbb.example.com/bigbluebutton/',
      needs: ['big_blue_button_secret'],
    },
    plainHttpUrl,
  ),
  big_blue_button_secret: secret({ summary: 'shared secret of the BigBlueButton server' }),
  nextcloud_url: text(
    {
      value: 'URL',
      summary: 'Nextcloud with Talk',
      needs: ['nextcloud_username', 'nextcloud_password'],
    },
    plainHttpUrl,
  ),
  nextcloud_username: text({ value: 'NAME', summary: 'Nextcloud account that creates rooms' }),
  nextcloud_password: secret({ summary: 'app password of the Nextcloud account' }),
  zoom_client_id: text({
    value: 'ID',
    summary: 'app at Zoom; its redirect address is /calls/zoom/complete of the organization',
    needs: ['zoom_client_secret'],
  }),
  zoom_client_secret: secret({ summary: 'secret of the app at Zoom' }),
  zoom_account_id: text({
    value: 'ID',
    summary: 'account of a server-to-server app; without it each person connects their own',
    needs: ['zoom_client_id'],
  }),
  zoom_url: text({ value: 'URL', summary: 'where Zoom signs people in', fallback: 'https://zoom.us' }, plainHttpUrl),
  zoom_api_url: text({ value: 'URL', summary: "Zoom's API", fallback: 'https://api.zoom.us' }, plainHttpUrl),
};

/** In the order of help and documents. */
export const SECTIONS = [
  ['Data', storeSettings],
  ['Listening', listening],
  ['HTTPS', https],
  ['Running', running],
  ['Logs', logging],
  ['Metrics', metrics],
  ['Mail and invitations', mail],
  ['Limits', limits],
  ['Uploaded files', fileSettings],
  ['Signing in', signingInSettings],
  ['Other services', outside],
  ['Video calls', calls],
] as const;

export const serverSettings = {
  ...storeSettings,
  ...listening,
  ...https,
  ...running,
  ...logging,
  ...metrics,
  ...mail,
  ...limits,
  ...fileSettings,
  ...signingInSettings,
  ...outside,
  ...calls,
};
export type ServerSettings = Values<typeof serverSettings>;

/** Those of all commands, as documents list them. */
export const DOCUMENTED_SECTIONS = [...SECTIONS, ['Backups', backupSettings]] as const;

/** All settings that the configuration file may have: one file serves all commands. */
export const settingsInFile = { ...serverSettings, ...backupSettings };
