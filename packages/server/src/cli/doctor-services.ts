// Checks of `stoa doctor` on the services that a server uses: files, mail and push.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appOptions } from '../config/app-options.ts';
import type { ServerSettings } from '../config/config.ts';
import { verifyMail } from '../delivery/mail/mailer.ts';
import type { DirectorySettings } from '../features/directory/directory-settings.ts';
import { OpenIdProvider } from '../features/single-sign-on/openid-provider.ts';
import type { SamlSettings, SignOnSettings } from '../features/single-sign-on/sign-on-settings.ts';
import { openFiles } from '../kit/files/open-files.ts';
import { NO_LOGGERS } from '../kit/logging/logger.ts';
import { scrub } from '../kit/logging/scrub.ts';
import { Outbound } from '../kit/outbound/outbound.ts';
import { type Finding, inTime, PATIENCE_MS, reasonOf } from './finding.ts';

export async function* checkServices(values: ServerSettings): AsyncGenerator<Finding> {
  const { files, mail, push, sign_on, ldap } = appOptions(values);
  if (files)
    yield await attempt(
      'files',
      `bucket ${files.bucket} at ${new URL(files.endpoint).host}`,
      async () => checkBucket(files),
      'check the S3 settings: endpoint, bucket, region and keys',
    );
  if (mail?.kind === 'smtp')
    yield await attempt(
      'mail',
      `${mail.url.host} takes mail from this server`,
      () => verifyMail(mail),
      'check --smtp-url: host, port, user and password',
    );
  else
    yield {
      check: 'mail',
      status: 'warn',
      found: 'no mail server is set',
      advice: 'without --smtp-url nobody can reset a password or get missed messages by mail',
    };
  if (push)
    yield await attempt(
      'push',
      `${new URL(push.url).host} answers`,
      async () =>
        void (await fetch(push.url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })),
      'check --push-bouncer-url and the network',
    );
  if (sign_on)
    yield await attempt(
      'single sign-on',
      `${hostOf(sign_on)} describes itself as an identity provider`,
      () => describeProvider(sign_on),
      sign_on.kind === 'saml'
        ? 'check --saml-entity-id and the metadata, as the provider writes them, and the network'
        : 'check --oidc-issuer, as the provider writes it, and the network',
    );
  if (ldap)
    yield await attempt(
      'directory',
      `${ldap.host} shows people with their ids`,
      () => describeDirectory(ldap),
      'check the LDAP settings: --ldap-url, --ldap-bind-dn and its password, --ldap-base-dn, --ldap-user-filter, --ldap-id-attribute',
    );
}

/** [LD13] */
async function describeDirectory(settings: DirectorySettings): Promise<void> {
  const { LdapDirectory } = await import('../features/directory/ldap-directory.ts');
  await new LdapDirectory(settings, NO_LOGGERS.of('server')).describe();
}

/** [SO16] */
async function describeProvider(settings: SignOnSettings): Promise<void> {
  const [outbound, log] = [new Outbound(), NO_LOGGERS.of('server')];
  if (settings.kind === 'openid') return new OpenIdProvider(settings, outbound, log).describe();
  const { describeSaml } = await import('../features/single-sign-on/saml-provider.ts');
  await describeSaml(settings, outbound);
}

const hostOf = (settings: SignOnSettings): string =>
  settings.kind === 'saml' ? samlHost(settings) : new URL(settings.issuer).host;

/** An entity id need not be an address. */
const samlHost = ({ source, entity_id }: SamlSettings): string =>
  source.kind === 'document' ? entity_id : new URL(source.url).host;

/** The store of files works in a directory of its own here: only the bucket is tried. */
async function checkBucket(options: NonNullable<ReturnType<typeof appOptions>['files']>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-doctor-'));
  try {
    await openFiles(directory, options).check();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function attempt(check: string, found: string, work: () => Promise<void>, advice: string): Promise<Finding> {
  try {
    await inTime(work());
    return { check, status: 'ok', found };
  } catch (error) {
    return { check, status: 'fail', found: scrub(reasonOf(error)), advice };
  }
}
