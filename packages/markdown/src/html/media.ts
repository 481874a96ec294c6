// Which uploads and addresses are pictures, videos or sounds, and the attributes of their elements.
import type { Upload } from '../types.ts';
import { safeUrl } from './url.ts';

const PICTURE = /^image\/(?!svg)/;
const AUDIO: ReadonlySet<string> = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mpeg',
  'audio/wav',
  'audio/x-wav',
  'audio/vnd.wave',
]);
const VIDEO: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm']);

/** Shown until a thumbnail exists; an address that existing clients know. */
const LOADING_PICTURE = '/static/images/loading/loader-black.svg';

const typeOf = (upload: Upload) => (upload.content_type.split(';')[0] as string).trim().toLowerCase();
export const isPicture = (upload: Upload) => PICTURE.test(typeOf(upload));
export const isAudio = (upload: Upload) => AUDIO.has(typeOf(upload));
export const isVideo = (upload: Upload) => VIDEO.has(typeOf(upload));

/** [MD70] Ordered by name, so that the same picture always gives the same text. */
export function pictureAttributes(upload: Upload, className: string, original?: string): [string, string][] {
  const classes = [className, upload.thumbnail_url ? '' : 'image-loading-placeholder'].filter(Boolean).join(' ');
  const attributes: [string, string][] = [];
  if (classes) attributes.push(['class', classes]);
  if (upload.animated) attributes.push(['data-animated', 'true']);
  attributes.push(['data-original-content-type', typeOf(upload)]);
  if (upload.width && upload.height) attributes.push(['data-original-dimensions', `${upload.width}x${upload.height}`]);
  if (original) attributes.push(['data-original-src', original]);
  if (upload.transcoded_image) attributes.push(['data-transcoded-image', upload.transcoded_image]);
  attributes.push(['src', safeUrl(upload.thumbnail_url ?? '') ?? LOADING_PICTURE]);
  return attributes;
}

const PICTURE_ENDINGS: ReadonlySet<string> = new Set([
  'bmp',
  'gif',
  'jpe',
  'jpeg',
  'jpg',
  'png',
  'webp',
  'avif',
  'heic',
]);
const VIDEO_ENDINGS: ReadonlySet<string> = new Set(['mp4', 'webm', 'mov']);

/** The kind of a foreign address, by its path's file extension. */
export function kindOfAddress(url: string): 'picture' | 'video' | null {
  if (!/^https?:\/\//i.test(url)) return null;
  const path = url.replace(/[?#].*$/s, '').replace(/^https?:\/\/[^/]*/i, '');
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (!path.includes('.')) return null;
  if (PICTURE_ENDINGS.has(ending)) return 'picture';
  return VIDEO_ENDINGS.has(ending) ? 'video' : null;
}

/** [MD810] The file itself, where an address with its name is a page about it on GitHub or Wikipedia. */
export function pictureSource(url: string): string {
  return url
    .replace(
      /^https?:\/\/github\.com\/([^/?#]+\/[^/?#]+)\/blob\/([^?#]*).*$/s,
      'https://raw.githubusercontent.com/$1/$2',
    )
    .replace(/^(https?:\/\/[\w-]+(?:\.m)?\.wikipedia\.org\/wiki\/)(?=File:)/, '$1Special:FilePath/');
}

/** The id of a YouTube video, or null. */
export function youtubeId(url: string): string | null {
  const match =
    /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/|v\/)|youtu\.be\/)([\w-]{11})(?:[?&#/]|$)/.exec(
      url,
    );
  return match ? (match[1] as string) : null;
}
