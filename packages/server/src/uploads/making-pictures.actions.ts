// Makes the pictures that stand for somebody or something: of a size and format that are ours, whatever was sent. [UP15]
import { BadImage, BadRequest, type RealmId } from '@stoa/contract';
import type { FileParts } from '../kit/files/file-parts.ts';
import type { Output, Picture } from '../kit/images/images.ts';
import { storeFiles } from './loose-files.actions.ts';

export interface PictureToMake extends Omit<Output, 'path'> {
  readonly key: string;
}

/** The one file of a request. */
export function onlyFile<T>(files: readonly T[], message: string): T {
  if (files.length !== 1) throw BadRequest(message);
  return files[0]!;
}

/** What a file shows; throws if that is no picture. */
export async function probePicture({ images }: FileParts, path: string): Promise<Picture> {
  const picture = await images.probe(path);
  if (!picture) throw BadImage('Could not decode image; did you upload an image file?');
  return picture;
}

/** Stores what is made of a file; a row must come to need it. */
export async function makePictures(
  parts: FileParts,
  realm_id: RealmId,
  now: number,
  path: string,
  wanted: readonly PictureToMake[],
): Promise<void> {
  const made = wanted.map((picture) => ({ ...picture, path: parts.incoming.path() }));
  try {
    if (
      !(await parts.images.make(
        path,
        made.map(({ key: _, ...output }) => output),
      ))
    )
      throw BadImage('Could not decode image; did you upload an image file?');
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
