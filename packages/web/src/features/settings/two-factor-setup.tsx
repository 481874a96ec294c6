// Switches two-factor sign-in on: the secret for an authenticator app, and the code that the app shows then. [WB942]
import type { beginTwoFactor, ResultOf } from '@stoa/contract';
import { useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { TwoFactorSecret } from './two-factor-secret.tsx';

interface Props {
  readonly begun: ResultOf<typeof beginTwoFactor>;
  enabled(recovery_codes: readonly string[]): void;
  close(): void;
}

const WRONG_CODE = /^two_factor_code$/;

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
      <TwoFactorSecret secret={secret} url={url} />
      <LabelledInput
        label={t('two_factor_code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        refused_for={WRONG_CODE}
        required
        value={code}
        change={setCode}
      />
      <p className="quiet">{t('two_factor_apps')}</p>
    </FormDialog>
  );
}
