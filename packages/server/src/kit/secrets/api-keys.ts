// API keys: derived from the server's secret, the account and a generation counter, and stored nowhere. [AU2]
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@stoa/contract';

const KEY_LENGTH = 32;

export class ApiKeys {
  constructor(private readonly secret: string) {}

  /** 32 hexadecimal digits; another generation gives another key. */
  keyOf(user_id: UserId, generation: number): string {
    return createHmac('sha256', this.secret)
      .update(`api-key:${user_id}:${generation}`)
      .digest('hex')
      .slice(0, KEY_LENGTH);
  }

  /** Derives a secret for another purpose, from which neither the server's secret nor any key can be computed. */
  derive(purpose: string): string {
    return createHmac('sha256', this.secret).update(`derived:${purpose}`).digest('hex');
  }

  fits(key: string, user_id: UserId, generation: number): boolean {
    const provided = Buffer.from(key);
    const expected = Buffer.from(this.keyOf(user_id, generation));
    return provided.length === expected.length && timingSafeEqual(provided, expected);
  }
}
