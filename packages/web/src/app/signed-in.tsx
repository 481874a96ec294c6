// A signed-in reader: opens the engine while the shell loads, then draws the first view.
import { ApiError } from '@stoa/contract/api-error';
import { type ComponentType, type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react';
import { failureText } from '../base/text/failures.ts';
import { loadChosenLanguage, loadFailureTexts } from '../base/text/language.ts';
import { t } from '../base/text/text.ts';
import { EmptyState } from '../base/ui/empty-state.tsx';
import { lazyComponent } from '../base/ui/lazy-component.tsx';
import { EngineContext } from '../model/engine/context.ts';
import { Engine } from '../model/engine/engine.ts';
import type { ConfirmPassword } from '../model/session/connection.ts';
import { forgetPerson } from '../model/session/forget-person.ts';
import { endAtServer } from '../model/session/pending-sign-outs.ts';
import { signOutRequested } from '../model/session/sign-out.ts';
import { forgetUnsavedOfOthers } from '../model/session/stored-drafts.ts';
import type { Session } from '../model/session/stored-session.ts';
import { forgetUploads } from '../model/session/stored-uploads.ts';
import { isWebPushOn } from '../model/session/web-push-flag.ts';
import { RedrawOnLanguage } from './redraw-on-language.tsx';
import { Starting } from './starting.tsx';

/** The first view and its data come first. */
const FAILURE_TEXTS_AFTER_MS = 700;

/** Loaded while the server answers register. */
const fetchShell = () => import('./shell.tsx');
fetchShell().catch(() => {});

const confirmPassword: ConfirmPassword = async (...refused) =>
  (await import('./confirm-password.tsx')).withPassword(...refused);

const RequiredTwoFactor = lazyComponent(
  async () => (await import('./required-two-factor.tsx')).RequiredTwoFactor,
  Starting,
);

interface Ready {
  readonly engine: Engine;
  readonly Shell: ComponentType;
}

/** Ends the session and deletes what this browser stores of it. */
export function endSession(session: Session, how = { keep_unsaved: false }): void {
  void endAtServer(session);
  forgetAccount(how);
}

/** The next account that signs in here must not get this account's notifications or find its files. */
function forgetAccount(how: { keep_unsaved: boolean }): void {
  forgetUploads('all');
  forgetPerson(how);
  if (isWebPushOn())
    void import('../features/notifications/web-push.ts').then(({ forgetWebPush }) => forgetWebPush()).catch(() => {});
}

/** The organization requires two-factor sign-in, and the reader has not switched it on. */
const isShutOut = (error: unknown) => error instanceof ApiError && error.code === 'TWO_FACTOR_SETUP_NEEDED';

/** The key was changed, or the account was deactivated. */
const isUnwelcome = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.code === 'USER_DEACTIVATED');

interface SignedInProps {
  readonly session: Session;
  readonly children: ReactNode;
  signOut(why: string | null): void;
}

export function SignedIn({ session, signOut, children }: SignedInProps) {
  const [ready, setReady] = useState<Ready | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shut_out, setShutOut] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const leaveNow = () => {
    forgetAccount({ keep_unsaved: true });
    signOut(t('signed_out_elsewhere'));
  };
  const leave = useEffectEvent(leaveNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another engine; signing out ends the component
  useEffect(() => {
    let opened: Engine | null = null;
    let ended = false;
    const failed = (error: unknown) => {
      if (ended) return;
      if (isUnwelcome(error)) leave();
      else if (isShutOut(error)) setShutOut(true);
      else void loadFailureTexts().then(() => setProblem(failureText(error)));
    };
    forgetUnsavedOfOthers(session.email);
    Engine.open(session, confirmPassword)
      .then(async (made) => {
        opened = made;
        const [{ Shell, prefetchFirstView }] = await Promise.all([
          fetchShell(),
          loadChosenLanguage(made.state.get().user_settings.default_language),
        ]);
        if (ended) return made.close();
        prefetchFirstView(made);
        setProblem(null);
        forgetUploads('old');
        // Draws the first view in steps, so that the browser can respond between them.
        startTransition(() => setReady({ engine: made, Shell }));
        setTimeout(loadFailureTexts, FAILURE_TEXTS_AFTER_MS);
        if (isWebPushOn())
          void import('../features/notifications/web-push.ts').then(({ keepWebPush }) => keepWebPush(made));
        return made.run();
      })
      .catch(failed);
    return () => {
      ended = true;
      opened?.close();
    };
  }, [session, attempt]);
  useEffect(
    () =>
      signOutRequested.subscribe(() => {
        location.hash = '';
        endSession(session);
        signOut(null);
      }),
    [session, signOut],
  );
  if (shut_out)
    return (
      <RequiredTwoFactor
        session={session}
        confirmPassword={confirmPassword}
        done={() => {
          setShutOut(false);
          setReady(null);
          setAttempt(attempt + 1);
        }}
        failed={leaveNow}
        signOut={() => signOutRequested.emit()}
      />
    );
  if (problem)
    return (
      <EmptyState title={problem}>
        <button type="button" className="button" onClick={() => setAttempt(attempt + 1)}>
          {t('try_again')}
        </button>
      </EmptyState>
    );
  if (!ready) return <Starting />;
  const { engine, Shell } = ready;
  return (
    <EngineContext value={engine}>
      <RedrawOnLanguage>
        <Shell />
        {children}
      </RedrawOnLanguage>
    </EngineContext>
  );
}
