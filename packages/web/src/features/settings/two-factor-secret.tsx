// The secret for an authenticator app: to scan, to open in an app of this device, or to type. [WB942]
import { encode } from 'uqr';
import { t } from '../../base/text/all-texts.ts';
import { CopyLine } from '../../base/ui/copy-line.tsx';

interface Props {
  readonly secret: string;
  /** The same as an `otpauth://` address. */
  readonly url: string;
}

export function TwoFactorSecret({ secret, url }: Props) {
  return (
    <>
      <p>{t('two_factor_scan')}</p>
      <QrCode text={url} />
      {/* A phone can't scan its own screen. */}
      <a className="button two-factor-here" href={url}>
        {t('two_factor_here')}
      </a>
      <div className="two-factor-key">
        <p className="quiet">{t('two_factor_key')}</p>
        <CopyLine label={t('two_factor_key')} text={secret} action={t('recovery_codes_copy')} in_fours />
      </div>
    </>
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
