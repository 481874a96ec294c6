// Redraws its children when the reader chooses another language, and only then.
import { Fragment, useEffect, useState } from 'react';
import { loadChosenLanguage } from '../base/text/language.ts';
import { currentLanguage } from '../base/text/text.ts';
import { useAppState } from '../model/engine/context.ts';

export function RedrawOnLanguage({ children }: { children: React.ReactNode }) {
  const wanted = useAppState(({ user_settings }) => user_settings.default_language);
  const [shown, setShown] = useState(currentLanguage);
  useEffect(() => {
    void loadChosenLanguage(wanted).then(() => setShown(currentLanguage()));
  }, [wanted]);
  return <Fragment key={shown}>{children}</Fragment>;
}
