// A passkey of somebody who is signed in, in place of their password.
import type { PasskeyProof } from '@stoa/contract';
import type { Actor } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import type { WriteContext } from '../write/write-context.ts';

/** Uses a response up in the transaction that it permits; throws if it was used already, or if its passkey is gone. */
export type SpendProof = (context: WriteContext) => Promise<void>;

export interface PasskeyProofs {
  /** Throws unless a passkey of the caller answered a challenge for the caller and this session. `now` in milliseconds. [PK50] */
  check(db: Connection, actor: Actor, proof: PasskeyProof, now: number): Promise<SpendProof>;
}
