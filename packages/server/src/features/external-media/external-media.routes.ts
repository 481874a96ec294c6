// Proxies pictures and videos of other sites shown in messages. Needs no credentials, because mail programs show them too.

import { PREFIX, signedAddress } from '../../conversation/messages/media-addresses.rules.ts';
import { getMediaKey } from '../../conversation/messages/media-key.queries.ts';
import { PoolFull } from '../../kit/fair-pool.ts';
import type { RawRoute } from '../../kit/http/raw-route.ts';
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

/** All bytes, or the requested range: browsers play videos in parts. */
function serve({ content_type, body }: Medium, request: Request): Response {
  const headers: Record<string, string> = { ...HEADERS, 'content-type': content_type };
  const range = parseRange(request.headers.get('range'), body.length);
  if (range === 'none')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${body.length}` } });
  const part = range === 'whole' ? body : body.subarray(range.from, range.to + 1);
  headers['content-length'] = String(part.length);
  if (range !== 'whole') headers['content-range'] = `bytes ${range.from}-${range.to}/${body.length}`;
  return new Response(request.method === 'HEAD' ? null : (part as BodyInit), {
    status: range === 'whole' ? 200 : 206,
    headers,
  });
}

export function externalMediaRoutes(media: FetchedMedia): RawRoute[] {
  return [
    {
      methods: ['GET', 'HEAD'],
      path: `${PREFIX}*`,
      access: 'public',
      async handle({ db, realm, now, request, tail }) {
        const url = signedAddress(await getMediaKey(db, realm.realm_id), tail);
        if (url === null) throw missing();
        try {
          const medium = await media.get(realm.realm_id, url, now);
          if (!medium) throw missing();
          return serve(medium, request);
        } catch (error) {
          if (error instanceof PoolFull) return new Response(null, { status: 503, headers: { 'retry-after': '10' } });
          throw error;
        }
      },
    },
  ];
}
