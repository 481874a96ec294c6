// The order of folders, of which those that are open are moved by hand. Pure.
import type { ChannelFolder } from '@stoa/contract';

type Folder = Pick<ChannelFolder, 'id' | 'is_archived'>;

/** The ids of all folders once the open ones are in this order; archived ones stay at their places. */
export function reordered(folders: readonly Folder[], open_ids: readonly number[]): number[] {
  const next = open_ids.values();
  return folders.map(({ id, is_archived }) => (is_archived ? id : (next.next().value ?? id)));
}
