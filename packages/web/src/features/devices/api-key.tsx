// The account's API key: shown or replaced after entering the password. This client uses a session and never stores the key.
import { ApiError } from '@stoa/contract/api-error';
import { createClient } from '@stoa/sdk';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { loadFailureTexts } from '../../base/text/language.ts';
import type { TextKey } from '../../base/text/text.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { isProof, NO_PROOF, OwnProof, withProof } from '../../domain/proof/own-proof.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { passwordUse } from '../../model/state/proof.ts';

/** The refusals that are about the code. */
const WRONG_CODE = /^two_factor_code$/;

type KeyAction = 'show' | 'renew';
const TITLES: Readonly<Record<KeyAction, TextKey>> = { show: 'api_key_show_title', renew: 'api_key_renew_title' };

/** `ended`: the key was replaced, and the access tokens ended with it. */
export function ApiKeyGroup({ ended }: { ended(): void }) {
  const [action, setAction] = useState<KeyAction | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const use = useAppState(passwordUse);
  return (
    <SettingGroup title={t('api_key_title')}>
      <p className="setting-hint quiet">{t('api_key_lead')}</p>
      {shown !== null && <CopyLine label={t('api_key_title')} text={shown} action={t('api_key_copy')} />}
      <div className="setting-actions">
        {/* It is shown for the password only. */}
        {shown === null && use !== 'none' && (
          <button type="button" className="button" onClick={() => setAction('show')}>
            {t('api_key_show')}
          </button>
        )}
        <button type="button" className="button" onClick={() => setAction('renew')}>
          {t('api_key_renew')}
        </button>
      </div>
      {action !== null && <KeyDialog action={action} close={() => setAction(null)} show={setShown} ended={ended} />}
    </SettingGroup>
  );
}

interface DialogProps {
  readonly action: KeyAction;
  close(): void;
  show(api_key: string): void;
  ended(): void;
}

function KeyDialog({ action, close, show, ended }: DialogProps) {
  const { client } = useEngine();
  const username = useAppState(({ delivery_email }) => delivery_email);
  const use = useAppState(passwordUse);
  const is_optional = action === 'renew' && use === 'perhaps';
  const [proof, setProof] = useState(NO_PROOF);
  const { password, passkey } = proof;
  /** Null until the server has asked for one. */
  const [code, setCode] = useState<string | null>(null);
  const fetchKey = async () => {
    try {
      return await createClient({ site: location.origin }).fetchApiKey({ username, password, code: code ?? '' });
    } catch (error) {
      // Not the reader's own client, which loads them before it refuses. [WB102]
      await loadFailureTexts();
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_NEEDED') setCode('');
      throw error;
    }
  };
  const send = async () => {
    const renew = () => client.regenerateOwnApiKey(passkey ? { passkey } : { password });
    const fetchOwn = () => (passkey ? client.showApiKeyByPasskey(passkey) : fetchKey());
    const answer = await withProof<{ api_key: string }>(proof, action === 'renew' ? renew : fetchOwn, setProof);
    show(answer.api_key);
    if (action === 'renew') ended();
  };
  return (
    <FormDialog
      title={t(TITLES[action])}
      action={t(action === 'renew' ? 'api_key_renew_do' : 'api_key_show_do')}
      ready={isProof(proof) || is_optional || use === 'none'}
      send={send}
      close={close}
    >
      {action === 'renew' && <p>{t('api_key_renew_lead')}</p>}
      {use !== 'none' && (
        <OwnProof label={t('api_key_password')} optional={is_optional} proof={proof} change={setProof} />
      )}
      {code !== null && passkey === null && (
        <LabelledInput
          label={t('in_code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          refused_for={WRONG_CODE}
          required
          value={code}
          change={setCode}
        />
      )}
    </FormDialog>
  );
}
