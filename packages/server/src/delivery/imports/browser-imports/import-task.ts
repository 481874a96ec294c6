// The messages between the server and its import process.
import type { ImportFailure, ImportPlan, RealmId } from '@stoa/contract';
import type { StorageLocation } from '../../../slice/storage-location.ts';

export interface ImportTask {
  readonly step: 'planning' | 'importing' | 'undoing';
  readonly location: StorageLocation;
  readonly realm_id: RealmId;
  readonly format: string;
  /** The archive. */
  readonly path: string;
}

export type FromImport =
  | { readonly kind: 'progress'; readonly messages: number; readonly total: number | null }
  | { readonly kind: 'planned'; readonly plan: ImportPlan; readonly messages: number }
  | { readonly kind: 'done' }
  /** `is_fault`: a bug in the program, which goes into the log. */
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly failure: ImportFailure | null;
      readonly is_fault: boolean;
    };
