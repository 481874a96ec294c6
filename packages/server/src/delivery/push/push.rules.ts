// Validation of push registrations, and the ids of tokens. Pure.
import { createHash } from 'node:crypto';
import {
  BadRequest,
  MAX_PUSH_TOKEN_LENGTH,
  MAX_SEALED_REGISTRATION_LENGTH,
  type ParamsOf,
  type registerPushDevice,
  type TokenKind,
} from '@stoa/contract';

/** The byte of the only cryptosystem: a secret box with a 32-byte key. */
const SECRET_BOX = 0x31;
const KEY_BYTES = 32;
const TOKEN_ID_BYTES = 8;
const MAX_PUBLIC_KEY_LENGTH = 1000;

export interface PushKey {
  readonly push_key_id: number;
  readonly push_key: string;
}
export interface SealedToken {
  readonly token_kind: TokenKind;
  readonly token_id: string;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** Decodes Base64; null unless the text is the canonical encoding. */
function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}

/** The 32 bytes of a push key as clients send it. [PU4] */
export function keyOf(push_key: string): Uint8Array {
  const bytes = bytesOf(push_key);
  if (!bytes) throw BadRequest('push_key is not Base64');
  if (bytes[0] !== SECRET_BOX) throw BadRequest('push_key names an unknown cryptosystem');
  if (bytes.length !== 1 + KEY_BYTES) throw BadRequest(`push_key must have ${KEY_BYTES} bytes after the first`);
  return bytes.subarray(1);
}

/** The two halves of a registration, each complete or absent. [PU3] */
export function registrationOf(params: ParamsOf<typeof registerPushDevice>): {
  key: PushKey | null;
  token: SealedToken | null;
} {
  const { push_key, push_key_id, token_kind, token_id, bouncer_public_key, encrypted_push_registration } = params;
  const key = completeFields({ push_key, push_key_id }) as PushKey | null;
  const token = completeFields({
    token_kind,
    token_id,
    bouncer_public_key,
    encrypted_push_registration,
  }) as SealedToken | null;
  if (!key && !token) throw BadRequest('Nothing to register: push key fields, token fields or both are needed');
  if (key) keyOf(key.push_key);
  if (token) checkToken(token);
  return { key, token };
}

function completeFields<T extends Record<string, unknown>>(fields: T): T | null {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined);
  if (missing.length === Object.keys(fields).length) return null;
  if (missing.length > 0) throw BadRequest(`${missing.join(', ')} must be sent together with the others of its kind`);
  return fields;
}

/** Bounds the length only; the push service validates the rest. */
function checkToken({ token_id, bouncer_public_key, encrypted_push_registration }: SealedToken): void {
  if (bytesOf(token_id)?.length !== TOKEN_ID_BYTES)
    throw BadRequest(`token_id must be the Base64 of ${TOKEN_ID_BYTES} bytes`);
  checkLength('bouncer_public_key', bouncer_public_key, MAX_PUBLIC_KEY_LENGTH);
  checkLength('encrypted_push_registration', encrypted_push_registration, MAX_SEALED_REGISTRATION_LENGTH);
}

function checkLength(name: string, value: string, limit: number): void {
  if (value === '' || value.length > limit) throw BadRequest(`${name} is empty or of invalid length`);
}

const isHex = (text: string): boolean => /^([0-9a-f]{2})+$/i.test(text);

/** Base64 as lenient decoders read it: `-` and `_`, which are not in its alphabet, are skipped. [PU810] */
function isLooseBase64(text: string): boolean {
  const digits = text.replace(/[-_]/g, '');
  return digits !== '' && digits.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(digits);
}

/** Legacy tokens; those of Apple are bytes as text. [PU13] [PU810] */
export function checkPlainToken(kind: TokenKind, token: string): void {
  checkLength('token', token, MAX_PUSH_TOKEN_LENGTH);
  if (kind === 'apns' && !isHex(token) && !isLooseBase64(token)) throw BadRequest('Invalid APNS token');
}

export function checkAppId(app_id: string): void {
  if (!/^[A-Za-z0-9.-]{1,200}$/.test(app_id)) throw BadRequest('Invalid app ID');
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

export function tokenDigest(token: string): string {
  return sha256(token).toString('hex');
}

/** Whether an id identifies the token: clients hash its text, or its bytes if the text is hexadecimal. [PU6] */
export function isIdOf(token_id: string, kind: TokenKind, token: string): boolean {
  const forms: (string | Buffer)[] =
    kind === 'apns' && isHex(token) ? [token, token.toLowerCase(), Buffer.from(token, 'hex')] : [token];
  return forms.some((form) => sha256(form).subarray(0, TOKEN_ID_BYTES).toString('base64') === token_id);
}
