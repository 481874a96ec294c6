// The button that signs in at the server's identity provider. [WB901]
import { useState } from 'react';
import { t } from '../../base/text/text.ts';
import type { SignOnMethod } from './sign-in-methods.ts';

interface Props {
  readonly method: SignOnMethod;
  readonly invitation?: string | null;
  /** There is no form below. */
  readonly alone?: boolean;
}

export function SignOnButton({ method, invitation = null, alone = false }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const begin = async () => {
    const { beginSignOn } = await import('./begin-sign-on.ts');
    setProblem(await beginSignOn(method, invitation));
  };
  return (
    <div className="sign-on">
      <button
        type="button"
        className={alone ? 'button primary wide' : 'button wide'}
        onClick={() => void begin().catch(() => setProblem(t('server_unreachable')))}
      >
        {t('in_external', { name: method.display_name })}
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

/** Between the button and the form of a password. */
export const Or = () => <p className="sign-in-or">{t('in_or')}</p>;
