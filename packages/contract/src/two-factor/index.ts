// Two-factor sign-in: a code of an authenticator app beside the password. A Stoa extension.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** How many an account gets at a time. */
export const RECOVERY_CODES = 10;
/** In seconds: how long the response of {@link beginTwoFactor} can be confirmed. */
export const TWO_FACTOR_SETUP_SECS = 15 * 60;

const state = {
  is_enabled: z.boolean(),
  /** Null while it is off. */
  enabled_at: Timestamp.nullable(),
  /** Whether the organization requires it of the account. */
  is_required: z.boolean(),
};

const RecoveryCodes = z.object({
  /** Each takes the place of a code once. Returned once; the server stores digests. */
  recovery_codes: z.array(z.string()),
});

export const getTwoFactor = endpoint({
  id: 'get-two-factor',
  method: 'GET',
  path: '/users/me/two_factor',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  result: () =>
    z.object({
      ...state,
      recovery_codes_left: z.int(),
      /** Whether the account has a password of this server that counts. */
      is_possible: z.boolean(),
    }),
  summary: 'Get whether you sign in with a code of an authenticator app',
});

export const beginTwoFactor = endpoint({
  id: 'begin-two-factor',
  method: 'POST',
  path: '/users/me/two_factor/begin',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  result: () =>
    z.object({
      /** In base32, for people who type it into their app. */
      secret: z.string(),
      /** The same as an `otpauth://` address, for a QR code. */
      url: z.string(),
      /** For {@link confirmTwoFactor}, within 15 minutes. */
      setup: z.string(),
    }),
  errors: [BadRequest],
  fresh_password: true,
  summary: 'Get a secret for an authenticator app; nothing changes before it is confirmed',
});

export const confirmTwoFactor = endpoint({
  id: 'confirm-two-factor',
  method: 'POST',
  path: '/users/me/two_factor/confirm',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  params: () =>
    z.object({
      setup: z.string().max(2000),
      /** A code of the app that has the secret now. */
      code: z.string().max(100),
    }),
  result: () => RecoveryCodes,
  errors: [BadRequest],
  summary: 'Switch two-factor sign-in on',
});

export const disableTwoFactor = endpoint({
  id: 'disable-two-factor',
  method: 'DELETE',
  path: '/users/me/two_factor',
  access: 'user',
  scope: 'key',
  errors: [BadRequest],
  fresh_password: true,
  summary: 'Switch two-factor sign-in off',
});

export const replaceRecoveryCodes = endpoint({
  id: 'replace-recovery-codes',
  method: 'POST',
  path: '/users/me/two_factor/recovery_codes',
  access: 'user',
  scope: 'key',
  result: () => RecoveryCodes,
  errors: [BadRequest],
  fresh_password: true,
  summary: 'Get new recovery codes; earlier ones end',
});

export const getUserTwoFactor = endpoint({
  id: 'get-user-two-factor',
  method: 'GET',
  path: '/users/{user_id}/two_factor',
  access: 'administrator',
  scope: 'key',
  params: () => z.object({ user_id: UserId }),
  result: () =>
    z.object({
      ...state,
      /** How many passkeys the account has. */
      passkeys: z.int(),
    }),
  summary: 'Get whether a person signs in with a code of an authenticator app',
});

export const disableUserTwoFactor = endpoint({
  id: 'disable-user-two-factor',
  method: 'DELETE',
  path: '/users/{user_id}/two_factor',
  access: 'administrator',
  scope: 'key',
  /** Only owners can do this for an owner. */
  params: () => z.object({ user_id: UserId }),
  errors: [BadRequest],
  fresh_password: true,
  summary: 'Switch two-factor sign-in off and remove the passkeys of a person who lost the device',
});

export const getTwoFactorGaps = endpoint({
  id: 'get-two-factor-gaps',
  method: 'GET',
  path: '/realm/two_factor',
  access: 'administrator',
  scope: 'key',
  result: () =>
    z.object({
      /** The active people who have a password, and neither two-factor sign-in nor a passkey that counts. */
      people: z.array(z.object({ user_id: UserId, is_required: z.boolean() })),
    }),
  summary: 'List who has not switched two-factor sign-in on',
});

export const twoFactorContract = slice({
  name: 'two-factor',
  endpoints: {
    getTwoFactor,
    beginTwoFactor,
    confirmTwoFactor,
    disableTwoFactor,
    replaceRecoveryCodes,
    getUserTwoFactor,
    disableUserTwoFactor,
    getTwoFactorGaps,
  },
});
