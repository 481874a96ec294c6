// The reader's own data: download it, and delete the account where the organization lets people. [PD13]
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { ErasureDialog, PersonalExports } from '../../domain/people/personal-data.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { signOutRequested } from '../../model/session/sign-out.ts';

export function OwnData() {
  const user_id = useAppState((state) => state.user_id);
  const may_export = useAppState((state) => state.is_admin || !state.realm_personal_exports_disabled);
  return (
    <SettingGroup title={t('set_your_data')}>
      <p className="setting-hint quiet">{t(may_export ? 'set_own_data_hint' : 'set_own_data_off')}</p>
      {may_export && <PersonalExports user_id={user_id} action={t('set_own_data_request')} />}
    </SettingGroup>
  );
}

export function OwnErasure() {
  const { client } = useEngine();
  const [open, setOpen] = useState(false);
  const is_allowed = useAppState((state) => state.realm_enable_account_erasure);
  const name = useAppState((state) => state.full_name);
  if (!is_allowed) return <p className="setting-hint quiet">{t('set_erase_off')}</p>;
  return (
    <>
      <p className="setting-hint quiet">{t('set_erase_hint')}</p>
      <div className="setting-actions">
        <button type="button" className="button danger" onClick={() => setOpen(true)}>
          {t('set_erase')}
        </button>
      </div>
      {open && (
        <ErasureDialog
          title={t('set_erase_title')}
          name={name}
          erase={async (messages) => {
            await client.eraseOwnUser({ messages });
            signOutRequested.emit();
          }}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
