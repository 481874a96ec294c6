// Sections that consist of setting rows only.
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { RowList } from './row-list.tsx';
import { PREFERENCES, PRIVACY, type RowGroup } from './setting-rows.ts';

/** Rows of personal settings, each saved on change for all devices. */
export function OwnRows({ groups, bare = false }: { groups: readonly RowGroup[]; bare?: boolean }) {
  const { client } = useEngine();
  const settings = useAppState(({ user_settings }) => user_settings);
  return <RowList groups={groups} bare={bare} values={settings} save={(change) => client.updateSettings(change)} />;
}

export const Preferences = () => <OwnRows groups={PREFERENCES} />;
export const Privacy = () => <OwnRows groups={PRIVACY} />;
