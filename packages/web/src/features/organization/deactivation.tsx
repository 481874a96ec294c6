// Deactivates the organization after its name was typed. For owners.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';

export function Deactivation() {
  const { client } = useEngine();
  const name = useAppState(({ realm_name }) => realm_name);
  const is_owner = useAppState((state) => state.is_owner);
  const [confirming, setConfirming] = useState(false);
  const [typed, setTyped] = useState('');
  const start = () => {
    setTyped('');
    setConfirming(true);
  };
  return (
    <>
      <p>{t('org_deactivate_lead')}</p>
      {!is_owner && <p className="quiet">{t('org_owners_only')}</p>}
      <div className="setting-actions">
        <button type="button" className="button danger" disabled={!is_owner} onClick={start}>
          {t('org_deactivate', { name })}
        </button>
      </div>
      {confirming && (
        <FormDialog
          title={t('org_deactivate_title')}
          action={t('org_deactivate', { name })}
          ready={typed.trim() === name}
          danger
          send={() => client.deactivateRealm()}
          close={() => setConfirming(false)}
        >
          <p>{t('org_deactivate_lead')}</p>
          <FormField label={t('org_deactivate_type', { name })} value={typed} required change={setTyped} />
        </FormDialog>
      )}
    </>
  );
}
