// Makes the pictures that stand for somebody or something: of a size and format that are ours, whatever was sent. [UP15]
import { BadImage, BadRequest, type RealmId, type UserId } from '@stoa/contract';
import { PoolFull } from '../fair-pool.ts';
import type { Output, Picture, PixelLimits } from '../images/images.ts';
import type { FileServices } from './file-services.ts';
import { storeFiles } from './loose-files.ts';

export interface PictureToMake extends Omit<Output, 'path'> {
  readonly key: string;
}

/** The one file of a request. */
export function onlyFile<T>(files: readonly T[], message: string): T {
  if (files.length !== 1) throw BadRequest(message);
  return files[0]!;
}

/** What is to be made of a file, for whom, and how large that may be. */
export interface PictureSource {
  readonly by: UserId;
  readonly path: string;
  readonly pixels: PixelLimits;
}

/** Whoever has too many pictures waiting, or asks where everybody waits, is told so. [UP20] */
async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PoolFull) throw BadRequest('Too many pictures are being worked on. Try again in a moment.');
    throw error;
  }
}

/** What a file shows; null if that is no picture that is worked with here. */
export async function findPicture({ images }: FileServices, by: UserId, path: string): Promise<Picture | null> {
  return (await orRefused(images.probe(by, path))).picture;
}

/** What a file shows; throws if that is no picture, or a larger one than is taken. [UP24] */
export async function probePicture({ images }: FileServices, { by, path, pixels }: PictureSource): Promise<Picture> {
  const { picture, too_large } = await orRefused(images.probe(by, path, pixels));
  if (too_large) throw BadImage(`The image is too large: it may have at most ${pixels.frame / 1_000_000} megapixels.`);
  if (!picture) throw notDecoded();
  return picture;
}

const notDecoded = () => BadImage('Could not decode image; did you upload an image file?');

/** Stores what is made of a file; a row must come to need it. */
export async function makePictures(
  parts: FileServices,
  realm_id: RealmId,
  now: number,
  { by, path, pixels }: PictureSource,
  wanted: readonly PictureToMake[],
): Promise<void> {
  const made = wanted.map((picture) => ({ ...picture, path: parts.incoming.path() }));
  try {
    const outputs = made.map(({ key: _, ...output }) => output);
    if (!(await orRefused(parts.images.make(by, path, outputs, pixels))).made) throw notDecoded();
    await storeFiles(
      parts,
      realm_id,
      now,
      made.map(({ key, path: from, format }) => ({ key, path: from, content_type: `image/${format}` })),
    );
  } finally {
    await Promise.all(made.map(({ path: left }) => parts.incoming.discard(left)));
  }
}
