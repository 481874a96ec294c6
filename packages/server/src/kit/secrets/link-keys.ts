// Keys of links that grant access: 160 bits derived from the server's secret and the row's random nonce. The database stores the
// nonce and a digest to find the row by, so a link can be shown again and a stolen database opens none. [SU2]
import { createHash, createHmac, randomBytes } from 'node:crypto';

export type LinkPurpose =
  | 'invitation'
  | 'sign-up'
  | 'password-reset'
  | 'email-change'
  | 'unsubscribe'
  | 'digest'
  | 'conversation'
  | 'setup';

export interface NewLink {
  readonly nonce: string;
  readonly key_hash: string;
}

export function linkHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A key that nothing stored leads back to: it can be shown only when it is made. [AU24] */
export function newLinkKey(): { readonly key: string; readonly key_hash: string } {
  const key = randomBytes(20).toString('hex');
  return { key, key_hash: linkHash(key) };
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
