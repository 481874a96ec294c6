// Being signed in on a device: a key of its own for each, which can be ended without touching any other. Stoa's own.
import { z } from 'zod';
import { AuthenticationFailed } from '../auth/auth.endpoints.ts';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest, UserDeactivated } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** Code points that the name of a device may have. */
export const MAX_DEVICE_NAME_LENGTH = 60;
/** An account is signed in on so many devices at most; one more ends the one that was used least lately. */
export const MAX_SESSIONS = 100;
/** Seconds: a session that is not used for so long is over, and any is after so long. */
export const SESSION_IDLE_SECS = 30 * 24 * 60 * 60;
export const SESSION_LIFETIME_SECS = 365 * 24 * 60 * 60;
/** Seconds that a password given in a session is good for what would outlast the session. */
export const SESSION_CONFIRMED_SECS = 15 * 60;

export const NewSession = z.object({
  session_id: z.int(),
  /** Takes the place of the API key in HTTP Basic; given once, and kept by the server as a digest only. */
  session_key: z.string(),
  email: z.string(),
  user_id: UserId,
});
export type NewSession = z.output<typeof NewSession>;

export const Session = z.object({
  session_id: z.int(),
  /** As the client that signed in called the device. */
  device_name: z.string(),
  created_at: Timestamp,
  /** To within some minutes. */
  last_used_at: Timestamp,
  /** When it ends if it isn't used again. */
  expires_at: Timestamp,
  /** Whether the request came by this session. */
  is_current: z.boolean(),
  /** Whether the device has asked for notifications by Web Push. */
  has_web_push: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const createSession = endpoint({
  id: 'create-session',
  method: 'POST',
  path: '/sessions',
  access: 'public',
  params: z.object({
    username: z.string(),
    password: z.string(),
    /** What people will know the device by; the name of the calling program if left out. */
    device_name: z.string().optional(),
  }),
  result: NewSession,
  errors: [AuthenticationFailed, UserDeactivated],
  summary: 'Sign in on a device: exchange an email address and a password for a key that is good for this device alone',
});

export const getSessions = endpoint({
  id: 'get-sessions',
  method: 'GET',
  path: '/sessions',
  access: 'user',
  params: z.object({}),
  result: z.object({
    /** The one used last at the beginning. */
    sessions: z.array(Session),
  }),
  summary: 'Get the devices one is signed in on',
});

export const confirmSession = endpoint({
  id: 'confirm-session',
  method: 'POST',
  path: '/sessions/confirm',
  access: 'user',
  params: z.object({ password: z.string() }),
  result: z.object({}),
  errors: [BadRequest],
  summary: 'Give the password again, for what an endpoint has answered PASSWORD_NEEDED to',
});

export const endSession = endpoint({
  id: 'end-session',
  method: 'DELETE',
  path: '/sessions/{session_id}',
  access: 'user',
  params: z.object({ session_id: z.int() }),
  result: z.object({}),
  summary: 'Sign a device out: its key, its event queues and its notifications end at once',
});

/**
 * What a device keeps that was signed out while the server could not be reached: whoever has the digest can end the session, and
 * do nothing else with it.
 */
export const endSessionByDigest = endpoint({
  id: 'end-session-by-digest',
  method: 'POST',
  path: '/sessions/end',
  access: 'public',
  params: z.object({
    /** SHA-256 of the session's key, in hexadecimal digits. */
    key_digest: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  result: z.object({}),
  summary: 'Sign a device out that has forgotten its key, by the digest that it has kept',
});

export const endOtherSessions = endpoint({
  id: 'end-other-sessions',
  method: 'DELETE',
  path: '/sessions',
  access: 'user',
  params: z.object({
    /** Whether the API key ends too, with whatever uses it: apps, scripts. */
    end_api_key: z.boolean().default(false),
  }),
  result: z.object({ ended: z.int() }),
  summary: 'Sign out everywhere but here',
});

export const sessionsContract = slice({
  name: 'sessions',
  endpoints: { createSession, getSessions, confirmSession, endSession, endSessionByDigest, endOtherSessions },
});
