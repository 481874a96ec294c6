// The OAuth state for Zoom, which ties a response to a request of the same browser. Pure except for the digest.
import type { RealmId, UserId } from '@stoa/contract';
import { z } from 'zod';
import { SignedValues } from './signed-values.ts';

const StateForm = z.object({ user_id: z.number(), realm_id: z.number(), nonce: z.string(), expires_at: z.number() });
interface State {
  readonly user_id: UserId;
  readonly realm_id: RealmId;
  /** Also stored in a cookie of the requesting browser. */
  readonly nonce: string;
  /** In milliseconds since 1970. */
  readonly expires_at: number;
}

export class ZoomStates {
  private readonly signed: SignedValues<State>;

  constructor(key: string) {
    this.signed = new SignedValues(key, StateForm as unknown as z.ZodType<State>, 'zoom:');
  }

  write(state: State): string {
    return this.signed.sign(state);
  }

  /** Null if it is forged, expired or of another organization. [VC8] */
  read(input: string, realm_id: RealmId, now: number): State | null {
    const state = this.signed.open(input);
    return state?.realm_id === realm_id && state.expires_at > now ? state : null;
  }
}
