// Draws what it contains anew when the reader chooses another language; only then.
import { Fragment, useEffect, useState } from 'react';
import { useAppState } from '../app/context.ts';
import { speakAsSet } from './language.ts';
import { spoken } from './text.ts';

export function InOwnLanguage({ children }: { children: React.ReactNode }) {
  const wanted = useAppState(({ user_settings }) => user_settings.default_language);
  const [shown, setShown] = useState(spoken);
  useEffect(() => {
    void speakAsSet(wanted).then(() => setShown(spoken()));
  }, [wanted]);
  return <Fragment key={shown}>{children}</Fragment>;
}
