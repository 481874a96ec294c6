// The services of slices that store files.
import type { Images } from '../images/images.ts';
import type { Writer } from '../write/write.ts';
import type { FileStore } from './file-store.ts';
import type { Incoming } from './incoming.ts';

export interface FileServices {
  readonly files: FileStore;
  readonly images: Images;
  readonly incoming: Incoming;
  readonly writer: Writer;
}
