// Proxies pictures and videos of other sites shown in messages. Needs no credentials, because mail programs show them too.

import { PREFIX, signedAddress } from '../../conversation/messages/media-addresses.rules.ts';
import { getMediaKey } from '../../conversation/messages/media-key.queries.ts';
import { type HeldBytes, unreadResponses } from '../../kit/http/callers/held-bytes.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { PoolFull } from '../../kit/scheduling/fair-pool.ts';
import { missing } from '../uploads/serving.queries.ts';
import { parseRange } from '../uploads/serving.rules.ts';
import type { FetchedMedia, MediaLease } from './fetched-media.ts';

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

/** Copies: what a connection has not sent would keep the whole medium. */
function* chunksOf(part: Uint8Array): Generator<Uint8Array, void> {
  for (let at = 0; at < part.length; at += CHUNK_BYTES) yield part.slice(at, at + CHUNK_BYTES);
}

type Answering = Pick<RawContext, 'request' | 'limit_key'>;

/** All bytes, or the requested range: browsers play videos in parts. */
export function serve(lease: MediaLease, { request, limit_key }: Answering, unread: HeldBytes): Response {
  const { content_type, body } = lease.medium;
  const headers: Record<string, string> = { ...HEADERS, 'content-type': content_type };
  const range = parseRange(request.headers.get('range'), body.length);
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${body.length}` } });
  const part = range === 'whole' ? body : body.subarray(range.from, range.to + 1);
  headers['content-length'] = String(part.length);
  if (range !== 'whole') headers['content-range'] = `bytes ${range.from}-${range.to}/${body.length}`;
  const status = range === 'whole' ? 200 : 206;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  // The whole medium stays in memory, whatever part of it is read.
  unread.requireRoom(limit_key, body.length);
  return new Response(unread.streamChunks(limit_key, body.length, chunksOf(part), lease), { status, headers });
}

/** The lease ends with the response; at once if there is nothing to send. */
function serveOnce(lease: MediaLease, answering: Answering, unread: HeldBytes): Response {
  try {
    const response = serve(lease, answering, unread);
    if (response.body === null) lease.release();
    return response;
  } catch (error) {
    lease.release();
    throw error;
  }
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
        const { db, realm, now, tail, limit_key } = context;
        const url = signedAddress(await getMediaKey(db, realm.realm_id), tail);
        if (url === null) throw missing();
        try {
          const lease = await media.lease(realm.realm_id, url, limit_key, now);
          if (!lease) throw missing();
          return serveOnce(lease, context, unread);
        } catch (error) {
          if (error instanceof PoolFull) return new Response(null, { status: 503, headers: { 'retry-after': '10' } });
          throw error;
        }
      },
    },
  ];
}
