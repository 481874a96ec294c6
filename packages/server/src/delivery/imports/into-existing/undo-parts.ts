// What undoing an import works with.
import type { Realm } from '../../../kit/access/actor.ts';
import type { Store } from '../../../kit/database/connection.ts';
import type { Writer } from '../../../kit/write/write.ts';
import type { ImportWriter } from '../import-claim.actions.ts';

export interface UndoRequest {
  readonly store: Store;
  readonly writer: Writer;
  readonly realm: Realm;
  /** Told the number of messages removed so far. */
  readonly progress: (messages: number) => void;
}

export type UndoParts = Omit<UndoRequest, 'writer'> & { readonly writer: ImportWriter };
