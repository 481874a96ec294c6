// Opens and closes the services of slices that store files.
import { Images } from '../images/images.ts';
import type { Writer } from '../write/write.ts';
import type { FileServices } from './file-services.ts';
import { Incoming } from './incoming.ts';
import { type FileListener, type FileOptions, openFiles } from './open-files.ts';

export interface OpenFileServices extends FileServices {
  close(): void;
}

export function openFileParts(
  data: string,
  options: FileOptions,
  writer: Writer,
  listener?: FileListener,
): OpenFileServices {
  const images = new Images();
  const incoming = new Incoming(data);
  const close = () => {
    images.close();
    incoming.close();
  };
  return { files: openFiles(data, options, listener), images, incoming, writer, close };
}
