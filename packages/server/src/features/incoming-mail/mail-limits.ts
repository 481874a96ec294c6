// Limits of incoming mail. docs/limits.md lists them.
import { LIMITS } from '@stoa/contract';
import type { RateLimitRule } from '../../kit/limits/rate-limits.ts';
import type { FairPoolLimits } from '../../kit/scheduling/fair-pool.ts';

/** The size of a mail with its attachments as they are sent, which takes a third more than the files. */
export const MAIL_BYTES_MAX = LIMITS.max_file_upload_size_mib * 1024 * 1024;

/** How many pieces a mail may arrive in: each packet is one, and each line that begins with a dot. */
export const PIECES_MAX = 100_000;

export const RECIPIENTS_MAX = 10;
export const CONNECTIONS_MAX = 100;
/** How many connections one client may have; a mail server in front is one client. */
export const CONNECTIONS_EACH_MAX = 20;
/** How many commands one connection may send until one of its mails is posted; a mail to ten takes a dozen. */
export const COMMANDS_WITHOUT_MAIL_MAX = 100;
/** Commands of one client on all its connections, each of which counts as one: a tenth of what one core can read in a second. */
export const COMMANDS: RateLimitRule = { requests: 6000, period_ms: 60_000 };
/** How long a connection that we ended is read until its client ends it too. */
export const ENDING_MS = 2000;
export const IDLE_MS = 60_000;
/** How long a connection may last in total. */
export const SESSION_MS = 10 * 60_000;
/** How long a connection may take to end when the server stops. */
export const STOP_MS = 5000;

/** Mails that are on disk while they arrive and are read, by client; the others wait unread. */
export const RECEIVING: FairPoolLimits = {
  places: 8,
  places_each: 4,
  waiting: CONNECTIONS_MAX,
  waiting_each: CONNECTIONS_EACH_MAX,
  max_wait_ms: 60_000,
};

/** Addresses of the right form that were not genuine, by client: beyond it nobody is looked up. */
export const GUESSES: RateLimitRule = { requests: 30, period_ms: 60_000 };
