// The entry: signs in, opens the engine, draws the shell. The only module that runs by being loaded.
import './app/strict.ts';
import { ApiError } from '@stoa/contract';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EngineContext } from './app/context.ts';
import { Engine } from './app/engine.ts';
import { doorAt, type FirstConversation } from './session/entrance.ts';
import { endAtServer } from './session/farewells.ts';
import { keptFarewells } from './session/kept-farewells.ts';
import { keepSession, loadSession, type Session, watchSession } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { signOutRequested } from './session/sign-out.ts';
import { isWebPushOn } from './session/web-push-flag.ts';
import { Shell } from './shell/shell.tsx';
import { failureText } from './text/failures.ts';
import { InOwnLanguage } from './text/in-own-language.tsx';
import { speakAsSet, speakAtStart } from './text/language.ts';
import { t } from './text/text.ts';
import { EmptyState } from './ui/empty-state.tsx';
import { hashOf } from './views/view.ts';

/** Ends what this browser keeps of a session, and the session itself. */
function leave(session: Session): void {
  void endAtServer(session);
  silence();
}

/** Whoever signs in here next is not to be told of by notifications that somebody else wanted. */
function silence(): void {
  if (isWebPushOn()) void import('./session/web-push.ts').then(({ forgetWebPush }) => forgetWebPush()).catch(() => {});
}

const FirstSteps = lazy(async () => ({ default: (await import('./session/first-steps.tsx')).FirstSteps }));
const DoorPage = lazy(async () => ({ default: (await import('./session/doors.tsx')).DoorPage }));

/** Where the page was opened: no address within it leads to another one. */
const door = doorAt(location.pathname);

function App() {
  if (door)
    return (
      <Suspense>
        <DoorPage door={door} />
      </Suspense>
    );
  return <Client />;
}

function Client() {
  const [session, setSession] = useState<Session | null>(loadSession);
  const [notice, setNotice] = useState<string | null>(null);
  const [first, setFirst] = useState<FirstConversation | null>(null);
  useEffect(() => watchSession(() => setSession(loadSession())), []);
  const signIn = (next: Session, begin: FirstConversation | null = null) => {
    keepSession(next);
    setNotice(null);
    setFirst(begin);
    if (begin) location.hash = hashOf({ kind: 'topic', channel_id: begin.channel_id, topic: begin.topic });
    setSession(next);
  };
  const signOut = (why: string | null) => {
    keepSession(null);
    setNotice(why);
    setSession(null);
  };
  if (!session) return <SignIn notice={notice} signedIn={signIn} />;
  return (
    <SignedIn key={session.key} session={session} signOut={signOut}>
      {first && (
        <Suspense>
          <FirstSteps sends_mail={first.sends_mail} close={() => setFirst(null)} />
        </Suspense>
      )}
    </SignedIn>
  );
}

/** The key was changed, or the account is no longer active. */
const isUnwelcome = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.code === 'USER_DEACTIVATED');

interface SignedInProps {
  readonly session: Session;
  readonly children: ReactNode;
  signOut(why: string | null): void;
}

function SignedIn({ session, signOut, children }: SignedInProps) {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another engine; signing out ends the component
  useEffect(() => {
    let opened: Engine | null = null;
    let ended = false;
    const failed = (error: unknown) => {
      if (ended) return;
      if (isUnwelcome(error)) {
        silence();
        signOut(t('signed_out_elsewhere'));
      } else setProblem(failureText(error));
    };
    Engine.open(session)
      .then(async (made) => {
        opened = made;
        await speakAsSet(made.state.get().user_settings.default_language);
        if (ended) return made.close();
        setProblem(null);
        setEngine(made);
        if (isWebPushOn()) void import('./session/web-push.ts').then(({ keepWebPush }) => keepWebPush(made));
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
        leave(session);
        signOut(null);
      }),
    [session, signOut],
  );
  if (problem)
    return (
      <EmptyState title={problem}>
        <button type="button" className="button" onClick={() => setAttempt(attempt + 1)}>
          {t('try_again')}
        </button>
      </EmptyState>
    );
  if (!engine)
    return (
      <p className="starting quiet" role="status">
        {t('loading')}
      </p>
    );
  return (
    <EngineContext value={engine}>
      <InOwnLanguage>
        <Shell />
        {children}
      </InOwnLanguage>
    </EngineContext>
  );
}

if (keptFarewells().length > 0)
  void import('./session/farewells.ts').then(({ sayFarewells }) => sayFarewells()).catch(() => {});
void speakAtStart().then(() => createRoot(document.getElementById('app')!).render(<App />));
