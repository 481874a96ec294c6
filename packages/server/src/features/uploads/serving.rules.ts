// Response headers that keep hostile files harmless, and byte ranges. Pure.
import type { ByteRange } from '../../kit/files/file-store.ts';

/** Types that browsers show without running code: no SVG, no HTML, no XML. [UP9] */
const SHOWN: ReadonlySet<string> = new Set([
  'application/pdf',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/quicktime',
  'video/webm',
]);

/** A sandbox would prevent the browser's PDF viewer from working. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const POLICY = "sandbox; default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'";

/** A file name in a header, in ASCII for old clients and in full for others. RFC 6266. */
function named(disposition: string, name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

export interface Served {
  readonly name: string;
  readonly content_type: string;
}

export function fileHeaders({ name, content_type }: Served, download: boolean): Record<string, string> {
  const shown = SHOWN.has(content_type) && !download;
  return {
    'content-type': shown || !/html|xml|script/.test(content_type) ? content_type : 'application/octet-stream',
    'content-disposition': named(shown ? 'inline' : 'attachment', name),
    'content-security-policy': shown && content_type === 'application/pdf' ? PDF_POLICY : POLICY,
    'x-content-type-options': 'nosniff',
    // Another person may use the same browser later. [UP7]
    vary: 'authorization',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-site',
    'accept-ranges': 'bytes',
  };
}

/** The single requested range; `whole` for none or several, `none` for one outside the file. RFC 9110. [UP10] */
export function parseRange(header: string | null, size: number): ByteRange | 'whole' | 'none' {
  const match = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/);
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  if (match[1] === '') {
    const count = Math.min(Number(match[2]), size);
    return count === 0 ? 'none' : { from: size - count, to: size - 1 };
  }
  const from = Number(match[1]);
  const to = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < from) return 'whole';
  return from >= size ? 'none' : { from, to };
}
