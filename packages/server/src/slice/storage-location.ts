// Where the data of a server is.

import type { FileOptions } from '../kit/files/open-files.ts';
import type { CapChoices } from '../kit/limits/caps.ts';

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
