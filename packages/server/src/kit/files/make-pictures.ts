// Makes avatars, icons and emoji from uploads, always in our own sizes and formats. [UP15]
import { BadImage, BadRequest, type RealmId, Refused, type UserId } from '@stoa/contract';
import type { Output, Picture, PixelLimits } from '../images/images.ts';
import { PoolFull } from '../scheduling/fair-pool.ts';
import type { FileServices } from './file-services.ts';
import { storeFiles } from './loose-files.ts';

export interface PictureToMake extends Omit<Output, 'path'> {
  readonly key: string;
}

/** The single file of a request. */
export function onlyFile<T>(files: readonly T[], message: string): T {
  if (files.length !== 1) throw BadRequest(message);
  return files[0]!;
}

/** A file to make pictures from: for whom, and its size limits. */
export interface PictureSource {
  readonly by: UserId;
  readonly path: string;
  readonly pixels: PixelLimits;
}

/** Refuses accounts with too many waiting pictures, and everyone while the queue is full. [UP20] */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PoolFull) throw Refused('pictures_busy');
    throw error;
  }
}

/** The picture in a file; null if it is not a supported picture. */
export async function findPicture({ images }: FileServices, by: UserId, path: string): Promise<Picture | null> {
  return (await orRefused(images.probe(by, path))).picture;
}

/** The picture in a file; throws if it is not a supported picture or too large. [UP24] */
export async function probePicture({ images }: FileServices, { by, path, pixels }: PictureSource): Promise<Picture> {
  const { picture, too_large } = await orRefused(images.probe(by, path, pixels));
  if (too_large) throw BadImage(`The image is too large: it may have at most ${pixels.frame / 1_000_000} megapixels.`);
  if (!picture) throw notDecoded();
  return picture;
}

const notDecoded = () => BadImage('Could not decode image; did you upload an image file?');

/** Stores the pictures made from a file; a row must then claim them. */
export async function makePictures(
  parts: FileServices,
  realm_id: RealmId,
  now: number,
  { by, path, pixels }: PictureSource,
  wanted: readonly PictureToMake[],
): Promise<void> {
  const targets = wanted.map((picture) => ({ ...picture, path: parts.incoming.path() }));
  try {
    const outputs = targets.map(({ key: _, ...output }) => output);
    if (!(await orRefused(parts.images.make(by, path, outputs, pixels))).made) throw notDecoded();
    await storeFiles(
      parts,
      realm_id,
      now,
      targets.map(({ key, path: from, format }) => ({ key, path: from, content_type: `image/${format}` })),
    );
  } finally {
    await Promise.all(targets.map(({ path: left }) => parts.incoming.discard(left)));
  }
}
