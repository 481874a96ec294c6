// Signed URLs of archives: need no credentials, are valid for a week, and are not stored. [EX6]
import { createHmac, timingSafeEqual } from 'node:crypto';

const URL_MS = 7 * 24 * 60 * 60_000;
export const EXPORT_PATH = '/exports/';

export class ExportUrls {
  constructor(
    private readonly secret: string,
    /** Each kind of archive has a path of its own. */
    private readonly path = EXPORT_PATH,
  ) {}

  /** Relative to the server root. */
  pathOf(export_id: number, now: number): string {
    const text = `${now + URL_MS}.${export_id}`;
    return `${this.path}${text}.${this.sign(text)}/export-${export_id}.tar.gz`;
  }

  /** The export id for the part of the path after `/exports/`; null if it is forged or expired. */
  idOf(tail: string, now: number): number | null {
    const [until, id, mac, ...rest] = tail.split('/')[0]!.split('.');
    if (!until || !id || !mac || rest.length > 0) return null;
    const provided = Buffer.from(mac);
    const expected = Buffer.from(this.sign(`${until}.${id}`));
    if (provided.length !== expected.length || !timingSafeEqual(provided, expected)) return null;
    return Number(until) > now ? Number(id) : null;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.secret)
      .update(`${this.path === EXPORT_PATH ? 'export' : this.path}:${text}`)
      .digest('hex');
  }
}
