// A device with one passkey, in software: answers challenges as WebAuthn describes, or in the wrong ways that a test asks for.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { CreatedCredential, UsedCredential } from '@stoa/contract';
import type { Client } from '@stoa/sdk';

/** What a test makes wrong; everything else is right. */
export interface Wrong {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rp_id?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly counter?: number;
  /** The flags of the authenticator data. */
  readonly flags?: number;
  readonly user_handle?: string;
  readonly id?: string;
  readonly key?: KeyObject;
  /** What the maker of the device says of it; nothing if left out. */
  readonly attestation?: { readonly format: string; readonly statement: ReadonlyMap<string, unknown> };
}

interface CreationOptions {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
}

const [USER_PRESENT, USER_VERIFIED, BACKUP_ELIGIBLE, BACKED_UP, HAS_CREDENTIAL] = [0x01, 0x04, 0x08, 0x10, 0x40];
export const PASSKEY_FLAGS = { USER_PRESENT, USER_VERIFIED, BACKUP_ELIGIBLE, BACKED_UP } as const;

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** Writes the part of CBOR that an attestation object and a key need: small integers, texts, bytes and maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    return size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as Parameters<typeof cbor>[0])]);
    return Buffer.concat([head(5, value.size), ...members]);
  }
  return Buffer.concat([head(2, value.length), value]);
}

export class SoftPasskey {
  readonly id = base64url(randomBytes(32));
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private user_handle = '';
  counter = 0;

  /** `counts`: whether it counts its uses, as keys that stay in one device do; others always say 0. */
  constructor(
    readonly origin: string,
    private readonly counts = true,
  ) {}

  private get kind(): number {
    return USER_PRESENT | USER_VERIFIED | (this.counts ? 0 : BACKUP_ELIGIBLE | BACKED_UP);
  }

  private clientData(type: string, challenge: string, wrong: Wrong): string {
    const { origin = this.origin, crossOrigin = false } = wrong;
    return base64url(
      JSON.stringify({ type: wrong.type ?? type, challenge: wrong.challenge ?? challenge, origin, crossOrigin }),
    );
  }

  private authenticatorData(rp_id: string, wrong: Wrong, more: Uint8Array = Buffer.alloc(0)): Buffer {
    if (this.counts) this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.counter);
    const flags = (wrong.flags ?? this.kind) | (more.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(wrong.rp_id ?? rp_id), Buffer.from([flags]), counter, more]);
  }

  create({ rp, user, challenge }: CreationOptions, wrong: Wrong = {}): CreatedCredential {
    this.user_handle = user.id;
    const { x, y } = this.pair.publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, key]);
    const attestation = new Map<string, unknown>([
      ['fmt', wrong.attestation?.format ?? 'none'],
      ['attStmt', wrong.attestation?.statement ?? new Map()],
      ['authData', this.authenticatorData(rp.id, wrong, attested)],
    ]);
    return {
      id: wrong.id ?? this.id,
      rawId: wrong.id ?? this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, wrong),
        attestationObject: base64url(cbor(attestation)),
      },
    };
  }

  use({ challenge, rpId }: { readonly challenge: string; readonly rpId: string }, wrong: Wrong = {}): UsedCredential {
    const authenticatorData = this.authenticatorData(rpId, wrong);
    const clientDataJSON = this.clientData('webauthn.get', challenge, wrong);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: wrong.id ?? this.id,
      rawId: wrong.id ?? this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, wrong.key ?? this.pair.privateKey)),
        userHandle: wrong.user_handle ?? this.user_handle,
      },
    };
  }
}

/** Adds a new device to the caller's account at this address. */
export async function registerPasskey(person: Client, site: string, { counts = true, name = 'A device' } = {}) {
  const device = new SoftPasskey(site, counts);
  const { options, sealed_challenge } = await person.beginPasskey();
  const { passkey_id } = await person.createPasskey({ name, sealed_challenge, credential: device.create(options) });
  return { device, passkey_id };
}
