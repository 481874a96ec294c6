// What decides, on the server's side, how people get in: the keys of links, whether mail is sent, how long and how many.
import type { LinkKeys } from './link-keys.ts';
import type { RateLimits } from './rate-limits.ts';

export interface SignUpConfig {
  readonly links: LinkKeys;
  readonly sends_mail: boolean;
  /** How long invitations hold whose maker does not say. */
  readonly invitation_validity_minutes: number;
  /** So many invitations an organization may send by mail within 24 hours. */
  readonly invitations_per_day: number;
  readonly limits: RateLimits | null;
}

export const INVITATION_VALIDITY_MINUTES = 14_400;
export const INVITATIONS_PER_DAY = 500;
