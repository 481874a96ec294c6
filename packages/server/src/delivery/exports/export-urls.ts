// Addresses of archives that need no credentials and hold for a week: signed, so that nothing of them is stored. [EX6]
import { createHmac, timingSafeEqual } from 'node:crypto';

const URL_MS = 7 * 24 * 60 * 60_000;
export const EXPORT_PATH = '/exports/';

export class ExportUrls {
  constructor(private readonly secret: string) {}

  /** From the root of the server. */
  pathOf(export_id: number, now: number): string {
    const text = `${now + URL_MS}.${export_id}`;
    return `${EXPORT_PATH}${text}.${this.sign(text)}/export-${export_id}.tar.gz`;
  }

  /** The export an address is good for, from what follows `/exports/`; null if it is forged or its time is over. */
  idOf(tail: string, now: number): number | null {
    const [until, id, mac, ...rest] = tail.split('/')[0]!.split('.');
    if (!until || !id || !mac || rest.length > 0) return null;
    const given = Buffer.from(mac);
    const expected = Buffer.from(this.sign(`${until}.${id}`));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return Number(until) > now ? Number(id) : null;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.secret).update(`export:${text}`).digest('hex');
  }
}
