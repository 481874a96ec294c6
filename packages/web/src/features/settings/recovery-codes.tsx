// Recovery codes, shown once. [WB943]
import { t } from '../../base/text/all-texts.ts';
import { DialogFrame } from '../../base/ui/dialog-frame.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';

interface Props {
  readonly codes: readonly string[];
  close(): void;
}

export function RecoveryCodes({ codes, close }: Props) {
  const organization = useAppState(({ realm_name }) => realm_name);
  const email = useAppState(({ delivery_email }) => delivery_email);
  return (
    <DialogFrame title={t('recovery_codes')} onClose={close}>
      <RecoveryCodeList codes={codes} organization={organization} email={email} />
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={close}>
          {t('recovery_codes_saved')}
        </button>
      </div>
    </DialogFrame>
  );
}
