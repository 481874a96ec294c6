// The uploads for one conversation: they go on while the reader is elsewhere, and what comes of them is in the draft then.
import { Cell } from '../../base/cells/cell.ts';
import { addToDraft, type Conversation } from '../../domain/writing/drafts.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { type UploadProgress, Uploads } from './uploads.ts';

export class UploadQueue {
  readonly list = new Cell<readonly UploadProgress[]>([]);
  private readonly uploads: Uploads;
  private put: ((link: string) => void) | null = null;
  /** What came while nobody was there, where drafts are not kept. */
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

  /** While the text is on the screen, links are put where the cursor is. Gives back what ends that. */
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

  /** Where the text is for, as long as that is still being chosen. */
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
