// The server's settings for sign-up: keys of links, mail, validity and limits of invitations.

import type { RateLimits } from '../limits/rate-limits.ts';
import type { LinkKeys } from '../secrets/link-keys.ts';

export interface SignUpConfig {
  readonly links: LinkKeys;
  readonly sends_mail: boolean;
  /** Validity of invitations whose creator sets none. */
  readonly invitation_validity_minutes: number;
  /** Most invitations an organization may mail within 24 hours. */
  readonly invitations_per_day: number;
  readonly limits: RateLimits | null;
}

export const INVITATION_VALIDITY_MINUTES = 14_400;
export const INVITATIONS_PER_DAY = 500;
