// Back from the identity provider: exchanges the code in the address for a session, before anything else is shown. [WB903]
import { useEffect, useEffectEvent } from 'react';
import { failureText, refusalText } from '../base/text/failures.ts';
import { loadFailureTexts } from '../base/text/language.ts';
import { t } from '../base/text/text.ts';
import { createExternalSession } from '../features/sign-in/sign-in-api.ts';
import { sessionOf } from '../model/session/session.ts';
import { takeSignOn } from '../model/session/sign-on-storage.ts';
import type { Session } from '../model/session/stored-session.ts';
import { endSession } from './signed-in.tsx';
import { Starting } from './starting.tsx';

interface Props {
  readonly code: string;
  /** Whoever is signed in here until now. */
  readonly previous: Session | null;
  signedIn(session: Session): void;
  /** Whoever is signed in stays so. */
  giveUp(why: string): void;
}

export function CompleteSignOn({ code, previous, signedIn, giveUp }: Props) {
  const complete = useEffectEvent(async () => {
    const stored = takeSignOn();
    if (!stored) {
      // A link of somebody else must sign nobody in to a foreign account. [SO8]
      await loadFailureTexts();
      return giveUp(refusalText('sign_on_stale') ?? t('server_unreachable'));
    }
    const { verifier, hash } = stored;
    history.replaceState(null, '', `/${hash}`);
    try {
      const session = sessionOf(await createExternalSession({ code, verifier }));
      if (previous) endSession(previous, { keep_unsaved: previous.email === session.email });
      signedIn(session);
    } catch (error) {
      await loadFailureTexts();
      giveUp(failureText(error));
    }
  });
  useEffect(() => void complete(), []);
  return <Starting />;
}
