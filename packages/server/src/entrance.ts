// Puts together how people get in beside what administrators do: mail, invitations, sign-up, new passwords, new addresses.
import type { ApiKeys } from './auth/api-keys.ts';
import { passwordResetHandler } from './auth/password-reset.actions.ts';
import { passwordComposers } from './auth/password-reset.letters.ts';
import { passwordResetPages } from './auth/password-reset.pages.ts';
import { invitationComposer } from './invites/invites.letters.ts';
import { invitesRoutes } from './invites/invites.routes.ts';
import type { Clock } from './kit/clock.ts';
import type { Store } from './kit/database/connection.ts';
import { type Doors, INVITATION_VALIDITY_MINUTES, INVITATIONS_PER_DAY } from './kit/doors.ts';
import type { FormPage } from './kit/http/form-page.ts';
import type { Route } from './kit/http/route.ts';
import type { JobHandler } from './kit/jobs.ts';
import type { LinkKeys } from './kit/link-keys.ts';
import type { RateLimits } from './kit/rate-limits.ts';
import type { Writer } from './kit/write.ts';
import { mailHandler } from './mail/mail.jobs.ts';
import type { Composer } from './mail/mail.rules.ts';
import type { MailSettings } from './mail/mail-settings.ts';
import { createMailer } from './mail/mailer.ts';
import { realmDomainsRoutes } from './realm/realm-domains.routes.ts';
import { emailChangeComposers } from './settings/email-change.letters.ts';
import { emailChangePages } from './settings/email-change.pages.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { signUpComposer } from './sign-up/sign-up.letters.ts';
import { NEW_PASSWORD, signUpPages } from './sign-up/sign-up.pages.ts';
import { welcomeComposer } from './sign-up/welcome.letters.ts';
import { accountChangesRoutes } from './users/account-changes.routes.ts';
import { deactivationComposer } from './users/deactivation.letters.ts';

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
  const doors: Doors = {
    links,
    sends_mail: mail !== null,
    invitation_validity_minutes: invitation_validity_minutes ?? INVITATION_VALIDITY_MINUTES,
    invitations_per_day: invitations_per_day ?? INVITATIONS_PER_DAY,
    limits,
  };
  const composers = [
    invitationComposer(doors),
    signUpComposer(doors),
    ...passwordComposers(links),
    ...emailChangeComposers(links),
    deactivationComposer,
    welcomeComposer,
    ...more,
  ];
  return {
    routes: [...settingsRoutes(doors), ...accountChangesRoutes(doors), ...realmDomainsRoutes, ...invitesRoutes(doors)],
    pages: [
      ...signUpPages({ store, writer, keys, doors }),
      ...passwordResetPages({ store, writer, doors, new_password: NEW_PASSWORD }),
      ...emailChangePages({ store, writer }),
    ],
    job_handlers: [
      mailHandler({ store, mailer: mail && createMailer(mail), composers, now: () => clock.now() }),
      passwordResetHandler(links),
    ],
  };
}
