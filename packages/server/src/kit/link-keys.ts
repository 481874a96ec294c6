// Keys of links that grant access: 160 bits derived from the server's secret and the row's random nonce. The database stores the
// nonce and a digest to find the row by, so a link can be shown again and a stolen database opens none. [SU2]
import { createHash, createHmac, randomBytes } from 'node:crypto';

export type LinkPurpose =
  | 'invitation'
  | 'sign-up'
  | 'password-reset'
  | 'email-change'
  | 'unsubscribe'
  | 'conversation'
  | 'setup';

export interface NewLink {
  readonly nonce: string;
  readonly key_hash: string;
}

export function linkHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export class LinkKeys {
  constructor(private readonly secret: string) {}

  /** 40 hexadecimal digits; a key of one purpose is invalid for another. */
  keyOf(purpose: LinkPurpose, nonce: string): string {
    return createHmac('sha256', this.secret).update(`link:${purpose}:${nonce}`).digest('hex').slice(0, 40);
  }

  create(purpose: LinkPurpose): NewLink {
    const nonce = randomBytes(16).toString('hex');
    return { nonce, key_hash: linkHash(this.keyOf(purpose, nonce)) };
  }
}
