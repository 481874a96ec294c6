// Opens what slices that keep files work with, and closes it.
import { Images } from '../images/images.ts';
import type { Writer } from '../write.ts';
import type { FileParts } from './file-parts.ts';
import { type FileOptions, openFiles } from './file-store.ts';
import { Incoming } from './incoming.ts';

export interface OpenFileParts extends FileParts {
  close(): void;
}

export function openFileParts(data: string, options: FileOptions, writer: Writer): OpenFileParts {
  const images = new Images();
  const incoming = new Incoming(data);
  const close = () => {
    images.close();
    incoming.close();
  };
  return { files: openFiles(data, options), images, incoming, writer, close };
}
