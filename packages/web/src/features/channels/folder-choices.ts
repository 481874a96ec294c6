// The folders offered for a channel. Pure.

import { t } from '../../base/text/all-texts.ts';
import type { State } from '../../model/state/state.ts';

/** Archived folders accept no more channels; a channel in one keeps it until moved. */
export function folderChoices(
  { channel_folders }: Pick<State, 'channel_folders'>,
  present: number | null,
): (readonly [id: number | null, name: string])[] {
  const open = channel_folders.filter(({ id, is_archived }) => !is_archived || id === present);
  return [[null, t('no_folder')], ...open.map(({ id, name }) => [id, name] as const)];
}
