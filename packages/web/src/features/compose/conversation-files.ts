// The files of the message that is being written to a conversation. Uploads go on while the reader is elsewhere, and end in
// the draft.
import { keyOf } from '../../base/views/view.ts';
import { AttachedFiles } from '../../domain/files/attached-files.ts';
import { type FileLink, joinFiles, splitFiles } from '../../domain/files/file-links.ts';
import type { DraftKeeper } from '../../domain/writing/draft-keeper.ts';
import type { Conversation } from '../../domain/writing/drafts.ts';
import type { Engine } from '../../model/engine/engine.ts';

interface ClosedDraft {
  readonly text: string;
  readonly keeper: DraftKeeper;
}

/** The files of conversations whose compose box is closed or fixed to them. */
const file_lists = new WeakMap<Engine, Map<string, AttachedFiles>>();

function listsOf(engine: Engine): Map<string, AttachedFiles> {
  const known = file_lists.get(engine) ?? new Map<string, AttachedFiles>();
  file_lists.set(engine, known);
  return known;
}

const syncsDrafts = (engine: Engine) => engine.state.get().user_settings.enable_drafts_synchronization;

/** `free`: the destination is still being chosen, so the files are not those of a conversation. */
export function openFiles(engine: Engine, target: Conversation, free: boolean, written: string): AttachedFiles {
  const known = listsOf(engine);
  const files = (!free && known.get(keyOf(target))) || new AttachedFiles(engine);
  if (!free) known.set(keyOf(target), files);
  if (free || syncsDrafts(engine)) files.setLinks(splitFiles(written).links);
  return files;
}

/** The conversation has another address now. */
export function moveFiles(engine: Engine, from: Conversation, to: Conversation): void {
  const known = listsOf(engine);
  const files = known.get(keyOf(from));
  known.delete(keyOf(from));
  if (files) known.set(keyOf(to), files);
}

/** A draft that was written this recently may not have come back as an event. */
const ECHO_MS = 3000;

/** The box is closed: what is ready is in the draft, and what becomes ready is added to it. */
export function closeFiles(
  engine: Engine,
  target: Conversation | null,
  files: AttachedFiles,
  closed: ClosedDraft,
): void {
  const known = listsOf(engine);
  const others = target && known.get(keyOf(target));
  if (target && files.cell.get().length > 0 && !others?.cell.get().length) known.set(keyOf(target), files);
  if (!syncsDrafts(engine)) {
    files.changed = () => {};
    return;
  }
  let draft: { text: string; links: readonly FileLink[] } = { text: closed.text, links: files.links() };
  let written_at = Date.now();
  files.setLinks([]);
  files.changed = () => {
    if (Date.now() - written_at > ECHO_MS) draft = splitFiles(closed.keeper.savedText());
    draft = { ...draft, links: [...draft.links, ...files.links()] };
    files.setLinks([]);
    written_at = Date.now();
    closed.keeper.changed(joinFiles(draft.text, draft.links));
    closed.keeper.flush();
  };
}
