// The state of a submitted form: busy, and what failed.
import { useState } from 'react';
import { failureText } from '../../base/text/failures.ts';

export function useSending(explain: (error: unknown) => string = failureText, notice: string | null = null) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(notice);
  /** The form stays busy after success, because another page replaces it; one that stays calls `finish`. */
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(explain(error));
      setBusy(false);
    }
  };
  const finish = () => setBusy(false);
  return { busy, problem, setProblem, send, finish };
}
