// Recovery codes, shown once: to copy, or to save as a file. [WB942]
import { t } from '../../base/text/all-texts.ts';
import { copyText } from '../../base/ui/copy-text.ts';
import { DialogFrame } from '../../base/ui/dialog-frame.tsx';
import { saveFile } from '../../base/ui/save-file.ts';
import { useAppState } from '../../model/engine/context.ts';

interface Props {
  readonly codes: readonly string[];
  close(): void;
}

export function RecoveryCodes({ codes, close }: Props) {
  const organization = useAppState(({ realm_name }) => realm_name);
  const email = useAppState(({ delivery_email }) => delivery_email);
  const text = codes.join('\n');
  // Without characters that some file systems refuse.
  const name = `${organization} - ${t('recovery_codes')}.txt`.replace(/[\\/:*?"<>|]+/g, ' ');
  const save = () => saveFile(name, `${organization}, ${email}\n\n${text}\n`);
  return (
    <DialogFrame title={t('recovery_codes')} onClose={close}>
      <p>{t('recovery_codes_lead')}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="setting-actions">
        <button type="button" className="button" onClick={() => void copyText(text)}>
          {t('recovery_codes_copy')}
        </button>
        <button type="button" className="button" onClick={save}>
          {t('recovery_codes_download')}
        </button>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={close}>
          {t('recovery_codes_saved')}
        </button>
      </div>
    </DialogFrame>
  );
}
