// Uploads for one conversation: they continue while the reader is elsewhere, and their links are added to the draft.
import { Cell } from '../../base/cells/cell.ts';
import { addToDraft, type Conversation } from '../../domain/writing/drafts.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { type UploadProgress, Uploads } from './uploads.ts';

export class UploadQueue {
  readonly list = new Cell<readonly UploadProgress[]>([]);
  private readonly uploads: Uploads;
  private put: ((link: string) => void) | null = null;
  /** Links that arrived without an open editor, if drafts are not synced. */
  private waiting: string[] = [];

  constructor(
    private readonly engine: Engine,
    private target: Conversation,
  ) {
    this.uploads = new Uploads(
      engine,
      (list) => this.list.set(list),
      (link) => this.finish(link),
    );
  }

  add(files: readonly File[]): void {
    this.uploads.add(files);
  }

  /** While the editor is open, links are inserted at the cursor. Returns how to stop. */
  use(put: (link: string) => void): () => void {
    this.put = put;
    for (const link of this.waiting.splice(0)) put(link);
    return () => {
      if (this.put === put) this.put = null;
    };
  }

  private finish(link: string): void {
    if (this.put) this.put(link);
    else if (this.engine.state.get().user_settings.enable_drafts_synchronization)
      addToDraft(this.engine, this.target, link);
    else this.waiting.push(link);
  }

  /** The destination, while it is still being chosen. */
  retarget(target: Conversation): void {
    this.target = target;
  }
}

const desks = new WeakMap<Engine, Map<string, UploadQueue>>();

export function uploadQueueOf(engine: Engine, key: string, target: Conversation): UploadQueue {
  const known = desks.get(engine) ?? new Map<string, UploadQueue>();
  desks.set(engine, known);
  const desk = known.get(key) ?? new UploadQueue(engine, target);
  known.set(key, desk);
  return desk;
}
