// Sessions: each signed-in device has its own key, which can be revoked separately. A Stoa extension.
import { z } from 'zod';
import { AuthenticationFailed, PasswordAuthDisabled, twoFactorCode } from '../auth/auth.endpoints.ts';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest, TwoFactorNeeded, UserDeactivated } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** Length of a device name, in code points. */
export const MAX_DEVICE_NAME_LENGTH = 60;
/** At most 100 sessions per account; one more ends the one used least recently. */
export const MAX_SESSIONS = 100;
/** In seconds: how long an unused session lasts, and the lifetime of any session. */
export const SESSION_IDLE_SECS = 30 * 24 * 60 * 60;
export const SESSION_LIFETIME_SECS = 365 * 24 * 60 * 60;
/** In seconds: how long a password given in a session permits changes that outlast it. */
export const SESSION_CONFIRMED_SECS = 15 * 60;

export const NewSession = z.object({
  session_id: z.int(),
  /** Replaces the API key in HTTP Basic. Returned once; the server stores only a digest. */
  session_key: z.string(),
  email: z.string(),
  user_id: UserId,
});
export type NewSession = z.output<typeof NewSession>;

export const Session = z.object({
  session_id: z.int(),
  /** The name given when the device signed in. */
  device_name: z.string(),
  created_at: Timestamp,
  /** Accurate to a few minutes. */
  last_used_at: Timestamp,
  /** When the session ends if it is not used again. */
  expires_at: Timestamp,
  /** Whether this session made the request. */
  is_current: z.boolean(),
  /** Whether the device is subscribed to Web Push notifications. */
  has_web_push: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const createSession = endpoint({
  id: 'create-session',
  method: 'POST',
  path: '/sessions',
  access: 'public',
  params: () =>
    z.object({
      username: z.string(),
      /** Where `code` is left out, a code may directly follow the password. */
      password: z.string(),
      /** A code of the authenticator app, or a recovery code; only accounts with two-factor sign-in need one. */
      code: twoFactorCode(),
      /** The device name shown to people; defaults to the name of the calling program. */
      device_name: z.string().optional(),
    }),
  result: () => NewSession,
  errors: [AuthenticationFailed, TwoFactorNeeded, BadRequest, UserDeactivated, PasswordAuthDisabled],
  summary: 'Sign in on a device: exchange an email address and a password for a key of this device only',
});

export const getSessions = endpoint({
  id: 'get-sessions',
  method: 'GET',
  path: '/sessions',
  access: 'user',
  scope: 'key',
  result: () =>
    z.object({
      /** The most recently used first. */
      sessions: z.array(Session),
    }),
  summary: 'List the devices you are signed in on',
});

export const confirmSession = endpoint({
  id: 'confirm-session',
  method: 'POST',
  path: '/sessions/confirm',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  params: () => z.object({ password: z.string() }),
  errors: [BadRequest],
  summary: 'Confirm your password, after an endpoint returned PASSWORD_NEEDED',
});

export const endSession = endpoint({
  id: 'end-session',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  params: () => z.object({ session_id: z.int() }),
  summary: 'Sign a device out: its key, event queues and notifications end immediately',
});

/**
 * Ends a session by the digest that a device kept when it signed out while the server was unreachable. The digest
 * permits nothing else.
 */
export const endSessionByDigest = endpoint({
  id: 'end-session-by-digest',
  method: 'POST',
  path: '/sessions/end',
  access: 'public',
  params: () =>
    z.object({
      /** SHA-256 of the session key, in hexadecimal. */
      key_digest: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  summary: 'Sign out a device that no longer has its key, by the digest of the key',
});

export const endOtherSessions = endpoint({
  id: 'end-other-sessions',
  method: 'DELETE',
  path: '/sessions',
  access: 'user',
  scope: 'key',
  params: () =>
    z.object({
      /** Whether the API key is replaced too, which ends the access tokens and signs out apps and scripts. */
      end_api_key: z.boolean().default(false),
    }),
  result: () => z.object({ ended: z.int() }),
  summary: 'Sign out all other devices',
});

export const sessionsContract = slice({
  name: 'sessions',
  endpoints: { createSession, getSessions, confirmSession, endSession, endSessionByDigest, endOtherSessions },
});
