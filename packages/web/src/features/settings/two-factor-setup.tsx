// Switches two-factor sign-in on: the secret for an authenticator app, and the code that the app shows then. [WB942]
import type { beginTwoFactor, ResultOf } from '@stoa/contract';
import { useRef, useState } from 'react';
import { encode } from 'uqr';
import { t } from '../../base/text/all-texts.ts';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { useEngine } from '../../model/engine/context.ts';

interface Props {
  readonly begun: ResultOf<typeof beginTwoFactor>;
  enabled(recovery_codes: readonly string[]): void;
  close(): void;
}

export function SetupDialog({ begun: { secret, url, setup }, enabled, close }: Props) {
  const { client } = useEngine();
  const [code, setCode] = useState('');
  const recovery_codes = useRef<readonly string[] | null>(null);
  return (
    <FormDialog
      title={t('two_factor_on_title')}
      action={t('two_factor_on_do')}
      ready={code.trim() !== ''}
      send={async () => {
        recovery_codes.current = (await client.confirmTwoFactor({ setup, code })).recovery_codes;
      }}
      close={() => (recovery_codes.current ? enabled(recovery_codes.current) : close())}
    >
      <p>{t('two_factor_scan')}</p>
      <QrCode text={url} />
      <div className="two-factor-key">
        <p className="quiet">{t('two_factor_key')}</p>
        <CopyLine label={t('two_factor_key')} text={secret} action={t('recovery_codes_copy')} />
      </div>
      <LabelledInput
        label={t('two_factor_code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        required
        value={code}
        change={setCode}
      />
      <p className="quiet">{t('two_factor_apps')}</p>
    </FormDialog>
  );
}

/** Dark on light in every theme, with the margin that cameras need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('two_factor_qr')}>
      <path d={squares.join('')} />
    </svg>
  );
}
