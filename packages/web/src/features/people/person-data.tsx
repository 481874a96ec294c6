// One person's data, for administrators: an archive of it, and its erasure. [PD13]
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { ErasureDialog, PersonalExports } from '../../domain/people/personal-data.tsx';
import { useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';

export function PersonData({ person: { user_id, full_name } }: { person: Person }) {
  const { client } = useEngine();
  const [erasing, setErasing] = useState(false);
  return (
    <SettingGroup title={t('manage_data')}>
      <p className="setting-hint quiet">{t('manage_data_hint')}</p>
      <PersonalExports user_id={user_id} action={t('manage_data_request')} />
      <div className="setting-actions">
        <button type="button" className="button danger" onClick={() => setErasing(true)}>
          {t('manage_erase')}
        </button>
      </div>
      {erasing && (
        <ErasureDialog
          title={t('manage_erase_title', { name: full_name })}
          name={full_name}
          erase={(messages) => client.eraseUser({ user_id, messages })}
          close={() => setErasing(false)}
        />
      )}
    </SettingGroup>
  );
}
