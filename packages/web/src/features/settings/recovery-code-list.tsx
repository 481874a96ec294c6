// Recovery codes to copy, or to save as a file. [WB943]
import { t } from '../../base/text/all-texts.ts';
import { copyText } from '../../base/ui/copy-text.ts';
import { saveFile } from '../../base/ui/save-file.ts';

interface Props {
  readonly codes: readonly string[];
  readonly organization: string;
  readonly email: string;
}

export function RecoveryCodeList({ codes, organization, email }: Props) {
  const text = codes.join('\n');
  // Without characters that some file systems refuse.
  const name = `${organization} - ${t('recovery_codes')}.txt`.replace(/[\\/:*?"<>|]+/g, ' ');
  const save = () => saveFile(name, `${organization}, ${email}\n\n${text}\n`);
  return (
    <>
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
    </>
  );
}
