// Whether the server sends mail. Register does not say it, so that components ask what anybody may ask. [WB800]
import { useEffect, useState } from 'react';
import { PLAIN } from './early-sign-in.ts';

/** Null until it is known. Where it can't be known, mail is taken to work: the server explains if it does not. */
export function useSendsMail(): boolean | null {
  const [sends_mail, setSendsMail] = useState<boolean | null>(null);
  useEffect(() => {
    fetch('/entrance', PLAIN)
      .then((response) => response.json())
      .then((entrance: { sends_mail?: boolean }) => setSendsMail(entrance.sends_mail ?? true))
      .catch(() => setSendsMail(true));
  }, []);
  return sends_mail;
}
