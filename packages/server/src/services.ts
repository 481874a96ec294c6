// Opens the services that the slices of a running server use.

import { type BaseOptions, openServingBase } from './base.ts';
import type { MailConfig } from './delivery/mail/slice.ts';
import type { PushConfig } from './delivery/push/slice.ts';
import type { WebPushConfig } from './delivery/web-push/slice.ts';
import { loadReader } from './events/reader.queries.ts';
import { AUDIT_LOG_DAYS, type AuditLogConfig } from './features/audit-log/slice.ts';
import { availableProviders, NO_CALLS } from './features/calls/call-settings.ts';
import type { CallConfig } from './features/calls/slice.ts';
import { DirectorySignIn } from './features/directory/directory-sign-in.ts';
import type { DirectoryConfig } from './features/directory/slice.ts';
import type { IncomingMailConfig } from './features/incoming-mail/incoming-mail-settings.ts';
import type { McpConfig } from './features/mcp/slice.ts';
import type { SignOnConfig } from './features/single-sign-on/slice.ts';
import { RunningUploads } from './features/uploads/running-uploads.ts';
import { Feed } from './feed/feed.ts';
import { tokenUses } from './identity/access-tokens/access-tokens.actions.ts';
import type { JwtConfig } from './identity/auth/slice.ts';
import { OwnPasskeys } from './identity/passkeys/own-passkeys.ts';
import { BasicGate } from './identity/sessions/gate.ts';
import { sessionUses } from './identity/sessions/sessions.actions.ts';
import { AuthenticatorCodes } from './identity/two-factor/second-factor.ts';
import { openFileParts } from './kit/files/open-file-services.ts';
import type { FileListener, FileOptions } from './kit/files/open-files.ts';
import { ConcurrentReads } from './kit/http/callers/concurrent-reads.ts';
import { arrivingBodies, unreadResponses } from './kit/http/callers/held-bytes.ts';
import type { Observation } from './kit/http/handling.ts';
import type { ResultChecking } from './kit/http/responses/check-result.ts';
import type { Report } from './kit/http/responses/respond.ts';
import type { Lifecycle } from './kit/lifecycle/lifecycle.ts';
import { openRateLimits, type RateLimitRules } from './kit/limits/rate-limits.ts';
import { type Loggers, NO_LOGGERS } from './kit/logging/logger.ts';
import { Outbound } from './kit/outbound/outbound.ts';
import type { AddressRange } from './kit/outbound/outbound-addresses.ts';
import { LinkKeys } from './kit/secrets/link-keys.ts';
import type { ServerFacts } from './kit/server-facts.ts';
import { INVITATION_VALIDITY_MINUTES, INVITATIONS_PER_DAY, type SignUpConfig } from './kit/sign-in/sign-up-config.ts';
import type { Tracing } from './kit/tracing.ts';
import { Idempotency } from './kit/write/idempotency.ts';
import type { Services } from './slice/services.ts';
import { emails, erased_tables, findStoredFiles, own_rows, personal_fields, presenters, stateParts } from './slices.ts';

const HEARTBEAT_MS = 50_000;

/** Settings of single slices. */
type SliceConfig = AuditLogConfig &
  CallConfig &
  DirectoryConfig &
  IncomingMailConfig &
  JwtConfig &
  MailConfig &
  McpConfig &
  PushConfig &
  SignOnConfig &
  WebPushConfig;
export type AppServices = Services & SliceConfig;

export interface ServiceOptions
  extends BaseOptions,
    Partial<SliceConfig>,
    Partial<Pick<SignUpConfig, 'invitation_validity_minutes' | 'invitations_per_day'>> {
  dev: boolean;
  /** Where uploaded files are stored; null or left out for the data directory. */
  files?: FileOptions;
  /** Non-public addresses that may be called. */
  outbound_allow?: readonly AddressRange[];
  /** Turns off fetching pages that messages link to. */
  no_link_previews?: boolean;
  checking: ResultChecking;
  /** Null: nothing is limited. */
  rate_limits: RateLimitRules | null;
  /** Proxies whose X-Forwarded-For is believed. */
  trusted_proxies?: readonly AddressRange[];
  heartbeat_ms?: number;
  report?: Report;
  logs?: Loggers;
  onFileOperation?: FileListener;
  /** Null: nothing is traced. */
  tracing?: Tracing | null;
  observe?(observation: Observation): void;
}

export async function openServices(options: ServiceOptions, lifecycle: Lifecycle): Promise<AppServices> {
  const base = await openServingBase(options, lifecycle);
  const { store, writer, clock, keys, vault } = base;
  const { mail = null, push = null, calls = NO_CALLS } = options;
  const limits = options.rate_limits && openRateLimits(options.rate_limits, clock);
  const logins = limits?.login ?? null;
  const logs = options.logs ?? NO_LOGGERS;
  const files = await lifecycle.open(
    'files',
    () => openFileParts(options.data, options.files ?? null, writer, options.onFileOperation),
    (opened) => opened.close(),
  );
  const feed = new Feed({
    store,
    writer,
    clock,
    loadReader: (user_id) => loadReader(store.db, user_id),
    presenters,
    heartbeat_ms: options.heartbeat_ms ?? HEARTBEAT_MS,
  });
  const sign_up: SignUpConfig = {
    links: new LinkKeys(keys.derive('links')),
    sends_mail: mail !== null,
    invitation_validity_minutes: options.invitation_validity_minutes ?? INVITATION_VALIDITY_MINUTES,
    invitations_per_day: options.invitations_per_day ?? INVITATIONS_PER_DAY,
    limits,
  };
  const takes_passwords = !options.sign_on?.only;
  const directory = options.ldap ? new DirectorySignIn(options.ldap, { writer, logs, logins }) : null;
  const second_factor = new AuthenticatorCodes(vault, { directory, facts: { takes_passwords } });
  return {
    ...sign_up,
    store,
    writer,
    clock,
    keys,
    vault,
    feed,
    files,
    gate: new BasicGate(keys, clock, { sessions: sessionUses(writer), tokens: tokenUses(writer) }, second_factor),
    idempotency: new Idempotency(vault, keys.derive('idempotency')),
    incoming: files.incoming,
    running_uploads: new RunningUploads(store.db, writer.caps),
    unread: unreadResponses(),
    arriving: arrivingBodies(),
    reading: new ConcurrentReads(),
    outbound: new Outbound({ allow: options.outbound_allow, tracing: options.tracing }),
    logins,
    second_factor,
    passkey_proofs: new OwnPasskeys(vault, logins),
    directory,
    data: options.data,
    storage: {
      data: options.data,
      database: options.database,
      files: options.files ?? null,
      caps: options.caps,
    },
    facts: factsOf(options, { takes_passwords, upload_quota_mib: writer.caps.of('upload-mib-per-organization') }),
    emails: emails({ ...sign_up, second_factor }),
    personal_fields,
    own_rows,
    erased_tables,
    findStoredFiles,
    state: stateParts,
    checking: options.checking,
    trusted_proxies: options.trusted_proxies ?? [],
    report: options.report ?? ((error) => console.error(error)),
    observe: options.observe,
    logs,
    calls,
    audit_log_days: options.audit_log_days ?? AUDIT_LOG_DAYS,
    no_mcp: options.no_mcp ?? false,
    mail,
    incoming_mail: options.incoming_mail ?? null,
    push,
    jwt: options.jwt ?? null,
    sign_on: options.sign_on ?? null,
    ldap: options.ldap ?? null,
    web_push_allow: options.web_push_allow ?? [],
  };
}

function factsOf(
  { dev, mail = null, push = null, calls = NO_CALLS, ldap, sign_on, no_link_previews }: ServiceOptions,
  limits: Pick<ServerFacts, 'takes_passwords' | 'upload_quota_mib'>,
): ServerFacts {
  return {
    ...limits,
    dev,
    push_notifications_enabled: push !== null,
    sends_mail: mail !== null,
    identity_provider: sign_on ? { kind: sign_on.kind, name: sign_on.name } : null,
    directory: ldap ? { name: ldap.name, has_login_names: ldap.has_login_names } : null,
    call_providers: availableProviders(calls),
    jitsi_server_url: calls.jitsi_server_url,
    link_previews: !no_link_previews,
  };
}
