// The folders a channel can be put into, for a list to choose from. Pure.

import { t } from '../../base/text/text.ts';
import type { State } from '../../model/state/state.ts';

/** Archived folders take no more channels; one that is in such a folder keeps it until it is put elsewhere. */
export function folderChoices(
  { channel_folders }: Pick<State, 'channel_folders'>,
  present: number | null,
): (readonly [id: number | null, name: string])[] {
  const open = channel_folders.filter(({ id, is_archived }) => !is_archived || id === present);
  return [[null, t('no_folder')], ...open.map(({ id, name }) => [id, name] as const)];
}
