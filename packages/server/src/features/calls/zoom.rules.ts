// The OAuth state for Zoom, which ties a response to a request of the same browser. Pure except for the digest.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RealmId, UserId } from '@stoa/contract';
import { z } from 'zod';

const State = z.object({ user_id: z.number(), realm_id: z.number(), nonce: z.string(), expires_at: z.number() });
interface State {
  readonly user_id: UserId;
  readonly realm_id: RealmId;
  /** Also stored in a cookie of the requesting browser. */
  readonly nonce: string;
  /** In milliseconds since 1970. */
  readonly expires_at: number;
}

export class ZoomStates {
  constructor(private readonly key: string) {}

  write(state: State): string {
    const text = Buffer.from(JSON.stringify(state)).toString('base64url');
    return `${text}.${this.sign(text).toString('base64url')}`;
  }

  /** Null if it is forged, expired or of another organization. [VC8] */
  read(input: string, realm_id: RealmId, now: number): State | null {
    const [text = '', mac = '', ...rest] = input.split('.');
    const bytes = Buffer.from(mac, 'base64url');
    const expected = this.sign(text);
    if (rest.length > 0 || bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return null;
    const state = State.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))) as State;
    return state.realm_id === realm_id && state.expires_at > now ? state : null;
  }

  private sign(text: string): Buffer {
    return createHmac('sha256', this.key).update(`zoom:${text}`).digest();
  }
}
