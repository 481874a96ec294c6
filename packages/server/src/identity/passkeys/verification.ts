// What devices answer to challenges, checked as WebAuthn demands. The library for that takes 22 MB and a tenth of a second to load, and
// hostile answers as long to read, so it runs in a thread that ends when idle. Never writes. [PK41]
import { Worker } from 'node:worker_threads';
import type { CreatedCredential, UsedCredential } from '@stoa/contract';
import { IdleThread } from '../../kit/processes/idle-thread.ts';
import type { PasskeySite } from './passkeys.rules.ts';

export interface NewPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly is_backup_eligible: boolean;
  readonly is_backed_up: boolean;
}

/** A stored passkey, as far as its answers are checked with it. */
export type KnownPasskey = Omit<NewPasskey, 'is_backed_up'>;

export type UsedPasskey = Pick<NewPasskey, 'counter' | 'is_backed_up'>;

/** A challenge with its site, and the device's response. */
interface Asked {
  readonly site: PasskeySite;
  readonly challenge: string;
}
export interface Created extends Asked {
  readonly kind: 'created';
  readonly credential: CreatedCredential;
}
export interface Used extends Asked {
  readonly kind: 'used';
  readonly credential: UsedCredential;
  readonly known: KnownPasskey;
}

const verifier = new IdleThread<Created | Used, NewPasskey | UsedPasskey | null>(
  () => new Worker(new URL('./verification.worker.ts', import.meta.url)),
);

/** Null unless a device made it for this site, of this challenge, after it verified its user. [PK5] */
export async function verifyCreated(
  site: PasskeySite,
  challenge: string,
  credential: CreatedCredential,
): Promise<NewPasskey | null> {
  return (await verifier.ask({ kind: 'created', site, challenge, credential })) as NewPasskey | null;
}

/** Null unless this passkey answered this challenge at this site, after its device verified its user. [PK5] */
export function verifyUsed(
  site: PasskeySite,
  challenge: string,
  credential: UsedCredential,
  known: KnownPasskey,
): Promise<UsedPasskey | null> {
  return verifier.ask({ kind: 'used', site, challenge, credential, known });
}
