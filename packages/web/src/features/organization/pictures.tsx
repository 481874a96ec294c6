// The organization's icon and logos: shown, uploaded and removed.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { FileButton } from '../../base/ui/file-button.tsx';
import { notifySaved } from '../../base/ui/notify-saved.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';

const ACCEPTED = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

type Kind = 'icon' | 'logo' | 'night_logo';

const NAMES = {
  icon: ['org_icon', 'org_icon_hint'],
  logo: ['org_logo', 'org_logo_hint'],
  night_logo: ['org_night_logo', 'org_logo_hint'],
} as const satisfies Record<Kind, readonly [TextKey, TextKey]>;

/** Null if none was uploaded. Pictures come from this server only. */
function uploaded(state: State, kind: Kind): string | null {
  return state[`realm_${kind}_source`] === 'U' ? state[`realm_${kind}_url`] : null;
}

export function Pictures() {
  return (
    <SettingGroup title={t('org_pictures')}>
      <PictureRow kind="icon" />
      <PictureRow kind="logo" />
      <PictureRow kind="night_logo" />
    </SettingGroup>
  );
}

function PictureRow({ kind }: { kind: Kind }) {
  const { client } = useEngine();
  const url = useAppState((state) => uploaded(state, kind));
  const is_admin = useAppState((state) => state.is_admin);
  const limit = useAppState((state) => state[kind === 'icon' ? 'max_icon_file_size_mib' : 'max_logo_file_size_mib']);
  const [busy, setBusy] = useState(false);
  const [label, hint] = NAMES[kind];
  const night = kind === 'night_logo';
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    if (await attempt(act)) notifySaved();
    setBusy(false);
  };
  const upload = (file: File) =>
    void run(() =>
      kind === 'icon' ? client.uploadRealmIcon({}, { file }) : client.uploadRealmLogo({ night }, { file }),
    );
  return (
    <div className="setting">
      <span className="setting-label">{t(label)}</span>
      <div className={`organization-picture ${kind}`}>
        {url ? <img src={url} alt={t(label)} /> : <span className="quiet">{t('org_no_picture')}</span>}
      </div>
      <p className="setting-hint quiet">{t(hint)}</p>
      {is_admin && (
        <div className="setting-actions">
          <FileButton
            text={t('org_upload')}
            label={t('org_upload_picture', { name: t(label) })}
            accept={ACCEPTED}
            max_mib={limit}
            too_large={t('org_too_big', { limit })}
            disabled={busy}
            choose={upload}
          />
          {url && (
            <button
              type="button"
              className="button"
              disabled={busy}
              aria-label={t('org_remove_picture', { name: t(label) })}
              onClick={() =>
                void run(() => (kind === 'icon' ? client.deleteRealmIcon() : client.deleteRealmLogo({ night })))
              }
            >
              {t('delete')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
