// Sections that consist of setting rows only.
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { SettingGroup, ToggleRow } from '../../base/ui/controls.tsx';
import { setLinkPreviews, showsLinkPreviews } from '../../domain/content/link-previews.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { RowList } from './row-list.tsx';
import { PREFERENCES, PRIVACY, type RowGroup } from './setting-rows.ts';

/** Rows of personal settings, each saved on change for all devices. */
export function OwnRows({ groups, bare = false }: { groups: readonly RowGroup[]; bare?: boolean }) {
  const { client } = useEngine();
  const settings = useAppState(({ user_settings }) => user_settings);
  return <RowList groups={groups} bare={bare} values={settings} save={(change) => client.updateSettings(change)} />;
}

/** Remembered by the browser: existing apps have no such setting for accounts. */
function DeviceRows() {
  const previews = useCell(showsLinkPreviews);
  const allowed = useAppState(
    (state) =>
      state.server_inline_url_embed_preview &&
      (state.realm_inline_url_embed_preview || state.realm_inline_image_preview),
  );
  if (!allowed) return null;
  return (
    <SettingGroup title={t('set_on_this_device')}>
      <ToggleRow
        label={t('set_link_previews')}
        hint={t('set_link_previews_hint')}
        value={previews}
        save={async (shown) => setLinkPreviews(shown)}
      />
    </SettingGroup>
  );
}

export const Preferences = () => (
  <>
    <OwnRows groups={PREFERENCES} />
    <DeviceRows />
  </>
);
export const Privacy = () => <OwnRows groups={PRIVACY} />;
