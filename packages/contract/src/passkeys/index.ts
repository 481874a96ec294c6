// Passkeys (WebAuthn): signing in without a password, by what a device keeps. A Stoa extension.
import { z } from 'zod';
import { AuthenticationFailed, PasswordAuthDisabled } from '../auth/auth.endpoints.ts';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest, UserDeactivated } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp } from '../kit/values.ts';
import { NewSession } from '../sessions/index.ts';
import { bytes, credential, PasskeyProof, sealed, usedCredential } from '../shapes/passkey-proof.ts';

export type { PasskeyProof, UsedCredential } from '../shapes/passkey-proof.ts';

export const MAX_PASSKEYS = 20;
/** In code points. */
export const MAX_PASSKEY_NAME_LENGTH = 60;
/** In seconds: how long a challenge can be answered. */
export const PASSKEY_CHALLENGE_SECS = 10 * 60;

export const Passkey = z.object({
  passkey_id: z.int(),
  name: z.string(),
  created_at: Timestamp,
  /** Null if it was never used. */
  last_used_at: Timestamp.nullable(),
  /** Whether its device keeps a copy elsewhere, as it said when it was last used. */
  is_backed_up: z.boolean(),
  /** The host name of the organization that it was added at. It works at no other. */
  host: z.string(),
  /** Whether that is the present host name of the organization. */
  is_usable: z.boolean(),
});
export type Passkey = z.output<typeof Passkey>;

const descriptor = () => z.object({ type: z.literal('public-key'), id: z.string() });

/** `PublicKeyCredentialCreationOptionsJSON` of the standard. */
const creationOptions = () =>
  z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(descriptor()),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  });

/** `PublicKeyCredentialRequestOptionsJSON` of the standard. Without `allowCredentials` the device offers those that it has. */
const requestOptions = () =>
  z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(descriptor()),
  });

/** The part that the server reads of `toJSON()` of a created credential. */
const createdCredential = () =>
  z.object({
    ...credential(),
    response: z.object({ clientDataJSON: bytes(8000), attestationObject: bytes(40_000) }),
  });
export type CreatedCredential = z.output<ReturnType<typeof createdCredential>>;

export const getPasskeys = endpoint({
  id: 'get-passkeys',
  method: 'GET',
  path: '/passkeys',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  result: () =>
    z.object({
      /** The newest first. */
      passkeys: z.array(Passkey),
      /** Whether the account has a password of this server that counts, and the address of the organization permits passkeys. */
      is_possible: z.boolean(),
    }),
  summary: 'List your passkeys',
});

export const beginPasskey = endpoint({
  id: 'begin-passkey',
  method: 'POST',
  path: '/passkeys/begin',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  result: () =>
    z.object({
      /** For `navigator.credentials.create()`. */
      options: creationOptions(),
      /** For {@link createPasskey}, within ten minutes, once. */
      sealed_challenge: z.string(),
    }),
  errors: [BadRequest],
  fresh_password: true,
  summary: 'Get what a device needs to make a passkey; nothing changes before it is added',
});

export const createPasskey = endpoint({
  id: 'create-passkey',
  method: 'POST',
  path: '/passkeys',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  params: () =>
    z.object({
      /** The name of the device: one line of at most 60 characters. */
      name: z.string(),
      sealed_challenge: sealed(),
      credential: createdCredential(),
    }),
  result: () => z.object({ passkey_id: z.int() }),
  errors: [BadRequest],
  summary: 'Add a passkey',
});

export const deletePasskey = endpoint({
  id: 'delete-passkey',
  method: 'DELETE',
  path: '/passkeys/{passkey_id}',
  access: 'user',
  scope: 'key',
  params: () => z.object({ passkey_id: z.int() }),
  errors: [BadRequest],
  fresh_password: true,
  summary: 'Remove a passkey; it signs in no more',
});

export const renamePasskey = endpoint({
  id: 'rename-passkey',
  method: 'PATCH',
  path: '/passkeys/{passkey_id}',
  access: 'user',
  scope: 'key',
  params: () =>
    z.object({
      passkey_id: z.int(),
      /** One line of at most 60 characters. */
      name: z.string(),
    }),
  errors: [BadRequest],
  summary: 'Give a passkey another name',
});

export const beginPasskeyConfirmation = endpoint({
  id: 'begin-passkey-confirmation',
  method: 'POST',
  path: '/sessions/confirm/passkey/begin',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  result: () =>
    z.object({
      /** For `navigator.credentials.get()`. It names the passkeys of the account. */
      options: requestOptions(),
      /** For {@link confirmByPasskey}, or for a call that takes a `passkey`, within ten minutes, once. */
      sealed_challenge: z.string(),
    }),
  errors: [BadRequest],
  summary: 'Get a challenge for a passkey of yours, to confirm with it instead of your password',
});

export const confirmByPasskey = endpoint({
  id: 'confirm-by-passkey',
  method: 'POST',
  path: '/sessions/confirm/passkey',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  params: () => z.object(PasskeyProof.shape),
  errors: [BadRequest],
  summary: 'Confirm with a passkey, instead of your password, after an endpoint returned PASSWORD_NEEDED',
});

export const showApiKeyByPasskey = endpoint({
  id: 'show-api-key-by-passkey',
  method: 'POST',
  path: '/passkeys/api_key',
  access: 'user',
  scope: 'key',
  params: () => z.object(PasskeyProof.shape),
  result: () => z.object({ api_key: z.string() }),
  errors: [BadRequest],
  summary: 'Get your API key for an answer of a passkey, instead of your password',
});

export const beginPasskeySession = endpoint({
  id: 'begin-passkey-session',
  method: 'POST',
  path: '/sessions/passkey/begin',
  access: 'public',
  result: () =>
    z.object({
      /** For `navigator.credentials.get()`. */
      options: requestOptions(),
      /** For {@link createPasskeySession}, within ten minutes, once. */
      sealed_challenge: z.string(),
    }),
  errors: [BadRequest, PasswordAuthDisabled],
  summary: 'Get a challenge to sign in by a passkey',
});

export const createPasskeySession = endpoint({
  id: 'create-passkey-session',
  method: 'POST',
  path: '/sessions/passkey',
  access: 'public',
  params: () =>
    z.object({
      sealed_challenge: sealed(),
      credential: usedCredential(),
      /** The device name shown to people; defaults to the name of the calling program. */
      device_name: z.string().optional(),
    }),
  result: () => NewSession,
  errors: [AuthenticationFailed, BadRequest, UserDeactivated, PasswordAuthDisabled],
  summary: 'Sign in on a device by a passkey, without a password',
});

export const passkeysContract = slice({
  name: 'passkeys',
  endpoints: {
    getPasskeys,
    beginPasskey,
    createPasskey,
    renamePasskey,
    deletePasskey,
    beginPasskeyConfirmation,
    confirmByPasskey,
    showApiKeyByPasskey,
    beginPasskeySession,
    createPasskeySession,
  },
});
