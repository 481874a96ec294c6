// Signed URLs of files, valid for a minute without credentials. Nothing is stored.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { uploadUrl } from '../../conversation/attachments/thumbnails.rules.ts';

const TEMPORARY_URL_MS = 60_000;
const PREFIX = '/user_uploads/temporary/';

export class TemporaryUrls {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = createHmac('sha256', secret).update('temporary-urls').digest();
  }

  /** The name at the end is for saving the file. */
  urlOf(path_id: string, now: number): string {
    const text = `${now + TEMPORARY_URL_MS}:${path_id}`;
    const token = `${Buffer.from(text).toString('base64url')}.${this.sign(text).toString('base64url')}`;
    return `${PREFIX}${token}/${encodeURIComponent(uploadUrl(path_id).split('/').at(-1)!)}`;
  }

  /** The path id for the part of the path after `temporary/`; null if forged or expired. */
  pathId(tail: string, now: number): string | null {
    const [text64, mac64, ...rest] = tail.split('/')[0]!.split('.');
    if (!text64 || !mac64 || rest.length > 0) return null;
    const text = Buffer.from(text64, 'base64url').toString('utf8');
    const provided = Buffer.from(mac64, 'base64url');
    const expected = this.sign(text);
    if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null;
    const colon = text.indexOf(':');
    return Number(text.slice(0, colon)) > now ? text.slice(colon + 1) : null;
  }

  private sign(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}
