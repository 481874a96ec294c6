// Asks for a passkey in place of the password; what went wrong is shown below the button. [PK60]
import type { PasskeyProof } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { isCancelled } from '../../model/session/browser-passkeys.ts';
import { answerByPasskey } from '../../model/session/own-passkey.ts';

interface Props {
  readonly client: Client;
  readonly label: string;
  /** Gets the focus when its dialog opens. */
  readonly takes_focus?: boolean;
  use(proof: PasskeyProof): unknown;
}

const explain = (error: unknown): string | null => {
  // The reader knows that they closed the browser's dialog.
  if (isCancelled(error)) return null;
  return error instanceof DOMException ? t('passkey_failed') : failureText(error);
};

export function PasskeyButton({ client, label, takes_focus = false, use }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    // The button stays enabled, or it would lose the focus.
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await use(await answerByPasskey(client));
    } catch (error) {
      setProblem(explain(error));
    }
    setBusy(false);
  };
  return (
    <div className="sign-on">
      <button
        type="button"
        className="button wide"
        data-autofocus={takes_focus || undefined}
        onClick={() => void press()}
      >
        {label}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
