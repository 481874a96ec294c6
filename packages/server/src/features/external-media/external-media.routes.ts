// Proxies pictures and videos of other sites shown in messages. Needs no credentials, because mail programs show them too.

import { PREFIX, signedAddress } from '../../conversation/messages/media-addresses.rules.ts';
import { getMediaKey } from '../../conversation/messages/media-key.queries.ts';
import { type HeldBytes, unreadResponses } from '../../kit/http/callers/held-bytes.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { PoolFull } from '../../kit/scheduling/fair-pool.ts';
import { missing } from '../uploads/serving.queries.ts';
import { parseRange } from '../uploads/serving.rules.ts';
import type { FetchedMedia } from './fetched-media.ts';
import type { Medium } from './media.queries.ts';

const HEADERS = {
  'cache-control': 'public, max-age=86400',
  // Whatever the bytes are, the browser must not run them. [XM3]
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
  'accept-ranges': 'bytes',
};

/** How much one address may leave unread; generous, because pictures need no account and many people share an address. [XM800] */
const UNREAD_MAX = 256 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

async function* chunksOf(part: Blob): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < part.size; at += CHUNK_BYTES)
    yield new Uint8Array(await part.slice(at, at + CHUNK_BYTES).arrayBuffer());
}

/** All bytes, or the requested range: browsers play videos in parts. */
export function serve(
  { content_type, body }: Medium,
  { request, limit_key }: Pick<RawContext, 'request' | 'limit_key'>,
  unread: HeldBytes,
): Response {
  const headers: Record<string, string> = { ...HEADERS, 'content-type': content_type };
  const range = parseRange(request.headers.get('range'), body.size);
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${body.size}` } });
  const part = range === 'whole' ? body : body.slice(range.from, range.to + 1);
  headers['content-length'] = String(part.size);
  if (range !== 'whole') headers['content-range'] = `bytes ${range.from}-${range.to}/${body.size}`;
  const status = range === 'whole' ? 200 : 206;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  // The whole medium stays in memory, whatever part of it is read.
  unread.requireRoom(limit_key, body.size);
  return new Response(unread.streamChunks(limit_key, body.size, chunksOf(part)), { status, headers });
}

export function externalMediaRoutes(
  media: FetchedMedia,
  unread = unreadResponses(UNREAD_MAX, Number.POSITIVE_INFINITY),
): RawRoute[] {
  return [
    {
      methods: ['GET', 'HEAD'],
      path: `${PREFIX}*`,
      access: 'public',
      async handle(context) {
        const { db, realm, now, tail } = context;
        const url = signedAddress(await getMediaKey(db, realm.realm_id), tail);
        if (url === null) throw missing();
        try {
          const medium = await media.get(realm.realm_id, url, now);
          if (!medium) throw missing();
          return serve(medium, context, unread);
        } catch (error) {
          if (error instanceof PoolFull) return new Response(null, { status: 503, headers: { 'retry-after': '10' } });
          throw error;
        }
      },
    },
  ];
}
