// The thumbnails of an uploaded picture: which exist, and their names. Pure.
import { LISTS } from '@stoa/contract';
import type { Picture } from '../../kit/images/images.ts';

const FORMATS = LISTS.server_thumbnail_formats;
export type ThumbnailFormat = (typeof FORMATS)[number];

/** Types decoded as pictures: a file that its client declares otherwise is a file like any other. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

/** An animated picture has an animated thumbnail beside the still one. */
export function thumbnailsOf({ animated }: Pick<Picture, 'animated'>): ThumbnailFormat[] {
  return FORMATS.filter((format) => animated || !format.animated);
}

/** The thumbnail that messages show. */
export function shownThumbnail({ animated }: Pick<Picture, 'animated'>): ThumbnailFormat {
  return FORMATS.find((format) => format.animated === animated)!;
}

export const uploadKey = (path_id: string): string => `uploads/${path_id}`;
export const thumbnailKey = (path_id: string, format: string): string => `thumbnails/${path_id}/${format}`;
export const thumbnailUrl = (path_id: string, format: string): string => `/user_uploads/thumbnail/${path_id}/${format}`;
export const uploadUrl = (path_id: string): string => `/user_uploads/${path_id}`;

/** The storage keys of an upload and its thumbnails. */
export function keysOf({ path_id, thumbnail }: { path_id: string; thumbnail: string }): string[] {
  const thumbnail_keys = thumbnail === 'none' ? [] : FORMATS.map(({ name }) => thumbnailKey(path_id, name));
  return [uploadKey(path_id), ...thumbnail_keys];
}

/** The storage keys of the thumbnails that have been made. */
export function storedThumbnails({
  path_id,
  thumbnail,
  animated,
}: {
  readonly path_id: string;
  readonly thumbnail: string;
  readonly animated: boolean;
}): string[] {
  return thumbnail === 'ready' ? thumbnailsOf({ animated }).map(({ name }) => thumbnailKey(path_id, name)) : [];
}
