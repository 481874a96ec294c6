// Sections that consist of setting rows only.
import { ReadOnlyNotice } from './notice.tsx';
import { RowList } from './row-list.tsx';
import { PERMISSIONS, type RowGroup, SETTINGS } from './setting-rows.ts';

function Rows({ groups }: { groups: readonly RowGroup[] }) {
  return (
    <>
      <ReadOnlyNotice />
      <RowList groups={groups} />
    </>
  );
}

export const Settings = () => <Rows groups={SETTINGS} />;
export const Permissions = () => <Rows groups={PERMISSIONS} />;
