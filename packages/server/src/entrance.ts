// Puts together how people get in beside what administrators do: mail, invitations, sign-up, new passwords, new addresses.

import { mailHandler } from './delivery/mail/mail.jobs.ts';
import type { MailSettings } from './delivery/mail/mail-settings.ts';
import { createMailer } from './delivery/mail/mailer.ts';
import { invitationComposer } from './features/invites/invites.emails.ts';
import { invitesRoutes } from './features/invites/invites.routes.ts';
import { signUpComposer } from './features/sign-up/sign-up.emails.ts';
import { NEW_PASSWORD, signUpPages } from './features/sign-up/sign-up.pages.ts';
import { welcomeComposer } from './features/sign-up/welcome.emails.ts';
import { accountChangesRoutes } from './identity/account-changes/account-changes.routes.ts';
import { deactivationComposer } from './identity/account-changes/deactivation.emails.ts';
import type { ApiKeys } from './identity/auth/api-keys.ts';
import { passwordResetHandler } from './identity/password-reset/password-reset.actions.ts';
import { passwordComposers } from './identity/password-reset/password-reset.emails.ts';
import { passwordResetPages } from './identity/password-reset/password-reset.pages.ts';
import { realmDomainsRoutes } from './identity/realm/realm-domains.routes.ts';
import { emailChangeComposers } from './identity/settings/email-change.emails.ts';
import { emailChangePages } from './identity/settings/email-change.pages.ts';
import { settingsRoutes } from './identity/settings/settings.routes.ts';
import type { Clock } from './kit/clock.ts';
import type { Store } from './kit/database/connection.ts';
import type { FormPage } from './kit/http/form-page.ts';
import type { Route } from './kit/http/route.ts';
import type { JobHandler } from './kit/jobs.ts';
import type { LinkKeys } from './kit/link-keys.ts';
import type { Composer } from './kit/mail/letters.ts';
import type { RateLimits } from './kit/rate-limits.ts';
import { INVITATION_VALIDITY_MINUTES, INVITATIONS_PER_DAY, type SignUpConfig } from './kit/sign-up-config.ts';
import type { Writer } from './kit/write.ts';

export interface EntranceOptions {
  /** Absent: this server sends no mail. */
  readonly mail?: MailSettings | null;
  readonly invitation_validity_minutes?: number;
  readonly invitations_per_day?: number;
}

export interface Entrance {
  readonly routes: readonly Route[];
  readonly pages: readonly FormPage[];
  readonly job_handlers: readonly JobHandler[];
}

interface Parts {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly keys: ApiKeys;
  readonly links: LinkKeys;
  readonly limits: RateLimits | null;
}

/** `more`: letters of slices that have nothing to do with getting in. */
export function openEntrance(
  { store, writer, clock, keys, links, limits }: Parts,
  { mail = null, invitation_validity_minutes, invitations_per_day }: EntranceOptions,
  more: readonly Composer[] = [],
): Entrance {
  const sign_up_config: SignUpConfig = {
    links,
    sends_mail: mail !== null,
    invitation_validity_minutes: invitation_validity_minutes ?? INVITATION_VALIDITY_MINUTES,
    invitations_per_day: invitations_per_day ?? INVITATIONS_PER_DAY,
    limits,
  };
  const composers = [
    invitationComposer(sign_up_config),
    signUpComposer(sign_up_config),
    ...passwordComposers(links),
    ...emailChangeComposers(links),
    deactivationComposer,
    welcomeComposer,
    ...more,
  ];
  return {
    routes: [
      ...settingsRoutes(sign_up_config),
      ...accountChangesRoutes(sign_up_config),
      ...realmDomainsRoutes,
      ...invitesRoutes(sign_up_config),
    ],
    pages: [
      ...signUpPages({ store, writer, keys, sign_up_config }),
      ...passwordResetPages({ store, writer, sign_up_config, new_password: NEW_PASSWORD }),
      ...emailChangePages({ store, writer }),
    ],
    job_handlers: [
      mailHandler({ store, mailer: mail && createMailer(mail), composers, now: () => clock.now() }),
      passwordResetHandler(links),
    ],
  };
}
