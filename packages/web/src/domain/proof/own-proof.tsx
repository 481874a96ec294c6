// The password in a dialog, or a passkey in its place: for what needs the proof itself. [PK61]
import type { PasskeyProof } from '@stoa/contract';
import { ApiError } from '@stoa/contract/api-error';
import { useEffect, useRef } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { PresentPassword } from '../../base/ui/present-password.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { useResponse } from '../../model/engine/use-response.ts';
import { hasOwnPasskey } from '../../model/session/own-passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';

export interface Proof {
  readonly password: string;
  /** Null until one has answered. */
  readonly passkey: PasskeyProof | null;
}

export const NO_PROOF: Proof = { password: '', passkey: null };

export const isProof = ({ password, passkey }: Proof): boolean => password !== '' || passkey !== null;

interface Props {
  readonly label: string;
  /** The account may have no password. */
  readonly optional?: boolean;
  /** Shows the password as plain text. */
  readonly shown?: boolean;
  readonly proof: Proof;
  change(proof: Proof): void;
}

export function OwnProof({ label, optional = false, shown = false, proof, change }: Props) {
  const { client } = useEngine();
  const [has_passkey] = useResponse(hasOwnPasskey);
  const done = useRef<HTMLParagraphElement>(null);
  const { password, passkey } = proof;
  useEffect(() => {
    // The button that had the focus is gone.
    if (passkey) done.current?.focus();
  }, [passkey]);
  if (passkey)
    return (
      <p ref={done} className="proof-done" tabIndex={-1} role="status">
        {t('proof_passkey_done')}
      </p>
    );
  return (
    <>
      <PresentPassword
        label={label}
        value={password}
        optional={optional}
        shown={shown}
        change={(typed) => change({ ...NO_PROOF, password: typed })}
      />
      {has_passkey === true && (
        <PasskeyButton
          client={client}
          label={t('required_passkey')}
          use={(answered) => change({ ...NO_PROOF, passkey: answered })}
        />
      )}
    </>
  );
}

/** Makes a call with a proof. An answer of a passkey that was refused, or may be used up, is asked for again. */
export async function withProof<T>(
  { passkey }: Proof,
  call: () => Promise<T>,
  change: (proof: Proof) => void,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const is_kept = error instanceof ApiError && !String(error.fields.reason).startsWith('passkey_');
    if (passkey !== null && !is_kept) change(NO_PROOF);
    throw error;
  }
}
