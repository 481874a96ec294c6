// Which external pictures and videos the server proxies. Pure.
const MEBIBYTE = 1024 * 1024;
export const PICTURE_BYTES = 8 * MEBIBYTE;
export const VIDEO_BYTES = 16 * MEBIBYTE;

/** Nothing that can run code or load other files: no SVG, no HTML. [XM3] */
const PICTURES: ReadonlySet<string> = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp']);
const VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm']);

export type MediaKind = 'picture' | 'video';

export function mediaKind(content_type: string): MediaKind | null {
  const type = content_type.split(';')[0]!.trim().toLowerCase();
  if (PICTURES.has(type)) return 'picture';
  return VIDEOS.has(type) ? 'video' : null;
}

/** URLs in messages keep their character references: a pasted `&amp;` means `&`. */
export const requestedAddress = (url: string): string => url.replaceAll('&amp;', '&');

/** Whose fetches count together. */
export const siteOf = (url: string): string => URL.parse(requestedAddress(url))?.host ?? '';
