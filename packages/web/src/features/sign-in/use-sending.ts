// A form that is being sent: whether it is under way, and what was wrong with it.
import { useState } from 'react';
import { failureText } from '../../base/text/failures.ts';

export function useSending(explain: (error: unknown) => string = failureText, notice: string | null = null) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(notice);
  /** The form stays busy once it has succeeded: something else takes its place. */
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(explain(error));
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, send };
}
