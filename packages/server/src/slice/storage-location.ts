// Where the data of a server is.
import type { CapChoices } from '../kit/caps.ts';
import type { FileOptions } from '../kit/files/open-files.ts';

export interface StorageLocation {
  /** The data directory. */
  readonly data: string;
  /** A postgres:// URL, or null for the embedded database. */
  readonly database: string | null;
  /** The bucket of files, or null for the data directory. */
  readonly files: FileOptions;
  /** Limits that differ from the defaults. */
  readonly caps: CapChoices | undefined;
}
