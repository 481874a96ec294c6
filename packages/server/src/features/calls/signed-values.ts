// Signs values in URLs, so that only those made by this server are accepted.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';

export class SignedValues<Value> {
  constructor(
    private readonly key: string,
    private readonly schema: z.ZodType<Value>,
    /** Keeps values of one purpose from being accepted for another. */
    private readonly prefix = '',
  ) {}

  sign(value: Value): string {
    const text = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${text}.${this.macOf(text).toString('base64url')}`;
  }

  /** The value; null if it was not signed here. */
  open(signed: string): Value | null {
    const [text = '', mac = '', ...rest] = signed.split('.');
    const provided = Buffer.from(mac, 'base64url');
    const expected = this.macOf(text);
    if (rest.length > 0 || provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null;
    return this.schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  }

  private macOf(text: string): Buffer {
    return createHmac('sha256', this.key).update(`${this.prefix}${text}`).digest();
  }
}
