// The order of folders when active ones are sorted by hand. Pure.
import type { ChannelFolder } from '@stoa/contract';

type Folder = Pick<ChannelFolder, 'id' | 'is_archived'>;

/** All folder ids with the active ones in this order; archived folders keep their positions. */
export function reordered(folders: readonly Folder[], open_ids: readonly number[]): number[] {
  const next = open_ids.values();
  return folders.map(({ id, is_archived }) => (is_archived ? id : (next.next().value ?? id)));
}
