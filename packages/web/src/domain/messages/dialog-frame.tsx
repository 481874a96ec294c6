// The common parts of dialogs about a message: frame, heading, loading state.
import { type ReactNode, useEffect, useState } from 'react';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { messageDialog } from './message-dialog.ts';

const close = () => messageDialog.set(null);

export function DialogFrame({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Dialog title={title} wide={wide} has_close_button onClose={close} autoFocusOnHide={false}>
      {children}
    </Dialog>
  );
}

/** Fetches when the dialog opens: nothing yet, what was loaded, or why it was not. */
export function useLoaded<T>(load: () => Promise<T>): { loaded: T | null; problem: string | null } {
  const [loaded, setLoaded] = useState<T | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each dialog
  useEffect(() => {
    let current = true;
    load()
      .then((result) => current && setLoaded(result))
      .catch((error: unknown) => current && setProblem(failureText(error)));
    return () => {
      current = false;
    };
  }, []);
  return { loaded, problem };
}

export function Waiting({ problem }: { problem: string | null }) {
  return (
    <p className={problem ? 'problem' : 'quiet'} role="status">
      {problem ?? t('loading')}
    </p>
  );
}
