// Fetches pages for their previews, through the guarded outbound path, bounded in time and size. Stores nothing.
import { parseBounded } from '../../kit/json/json-values.ts';
import { type Outbound, OutboundError, type OutboundResponse } from '../../kit/outbound/outbound.ts';
import { type KnownPreview, oembedAddress, previewOf, withOembed } from './link-previews.rules.ts';
import { decodePage, readPage } from './page-facts.ts';

/** A page's metadata is in its head; the rest is not read. */
const PAGE_BYTES = 512 * 1024;
const PAGE_TIMEOUT_MS = 8000;
const REDIRECTS = 4;
const OEMBED_BYTES = 64 * 1024;
const OEMBED_TIMEOUT_MS = 4000;
/** The longest time one page can take. */
export const LONGEST_MS = PAGE_TIMEOUT_MS + OEMBED_TIMEOUT_MS;

type PageFetcher = Pick<Outbound, 'request'>;

const USER_AGENT = 'Mozilla/5.0 (compatible; Stoa link preview)';
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

const typeOf = ({ headers }: OutboundResponse) => (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
/** False for a compressed response: the request did not ask for compression, so it is not decompressed. [LP3] */
const isPlain = ({ headers }: OutboundResponse) => /^(?:identity)?$/i.test(headers['content-encoding'] ?? '');

async function fetchOembed(outbound: PageFetcher, address: string): Promise<unknown> {
  try {
    const response = await outbound.request(address, {
      timeout_ms: OEMBED_TIMEOUT_MS,
      max_bytes: OEMBED_BYTES,
      headers: { accept: 'application/json', 'user-agent': USER_AGENT },
    });
    if (response.status !== 200 || !isPlain(response)) return null;
    return parseBounded(response.body.toString('utf8'));
  } catch (error) {
    if (error instanceof OutboundError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Null for a page that has no preview or can't be fetched. [LP3] */
export async function fetchPreview(outbound: PageFetcher, url: string): Promise<KnownPreview | null> {
  let response: OutboundResponse;
  try {
    response = await outbound.request(url, {
      timeout_ms: PAGE_TIMEOUT_MS,
      max_bytes: PAGE_BYTES,
      cuts: true,
      redirects: REDIRECTS,
      headers: { accept: 'text/html,application/xhtml+xml', 'user-agent': USER_AGENT },
    });
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
  if (response.status !== 200 || !PAGES.has(typeOf(response)) || !isPlain(response)) return null;
  const facts = await readPage(await decodePage(response.body, response.headers['content-type']!));
  const address = facts.title && facts.picture ? null : oembedAddress(facts, response.url);
  const completed = address === null ? facts : withOembed(facts, await fetchOembed(outbound, address));
  return previewOf(completed, response.url);
}
