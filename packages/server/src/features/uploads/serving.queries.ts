// The response with a stored file or a range of it. Checks no access.
import { NotFound, Refused } from '@stoa/contract';
import type { FileStore } from '../../kit/files/file-store.ts';
import { fileHeaders, parseRange, type Served } from './serving.rules.ts';

/** Inaccessible and missing files get the same response. [UP7] */
export const missing = () => Refused('file_unknown', {}, NotFound);

export interface FileResponse extends Served {
  readonly key: string;
  /** In bytes; null if unknown before reading. */
  readonly size: number | null;
  readonly cache_control: string;
  readonly download: boolean;
}

/** Whether a list of tags has this one. Without a pattern: one for the blanks around commas looks from each blank. [UP801] */
function names(list: string | null, etag: string): boolean {
  return list?.split(',').some((tag) => tag.trim() === etag) ?? false;
}

/** The file, or the requested range. [UP9] [UP10] */
export async function serve(files: FileStore, request: Request, answer: FileResponse): Promise<Response> {
  const etag = `"${Buffer.from(answer.key).toString('base64url').slice(-60)}"`;
  const headers: Record<string, string> = {
    ...fileHeaders(answer, answer.download),
    'cache-control': answer.cache_control,
    etag,
  };
  if (names(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const { size } = answer;
  const if_range = request.headers.get('if-range');
  const requested_range = if_range === null || if_range === etag ? request.headers.get('range') : null;
  const range = size === null ? 'whole' : parseRange(requested_range, size);
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
  const part = range === 'whole' ? null : range;
  const length = part ? part.to - part.from + 1 : size;
  if (length !== null) headers['content-length'] = String(length);
  if (part) headers['content-range'] = `bytes ${part.from}-${part.to}/${size}`;
  const status = part ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const body = await files.get(answer.key, part, length);
  if (body === null) throw missing();
  return new Response(body as BodyInit, { status, headers });
}
