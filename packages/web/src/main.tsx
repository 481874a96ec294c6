// The entry: who is signed in gets the client, others the page to sign in at. Each part comes by itself, and runs by itself.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Starting } from './app/starting.tsx';
import { loadFailureTexts, loadLanguageAtStart } from './base/text/language.ts';
import { lazyComponent } from './base/ui/lazy-component.tsx';
import { lazyDialog } from './base/ui/lazy-dialog.tsx';
import { LoadFailure } from './base/ui/load-failed.tsx';
import { notify } from './base/ui/notices.ts';
import { hashOf } from './base/views/view.ts';
import { accountLinkAt, type FirstConversation } from './features/sign-in/sign-in-api.ts';
import { takeSignOnReturn } from './model/session/sign-on-return.ts';
import { loadSession, type Session, storeSession, watchSession } from './model/session/stored-session.ts';
import { storedSignOuts } from './model/session/stored-sign-outs.ts';

const FirstSteps = lazyDialog(async () => (await import('./features/sign-in/first-steps.tsx')).FirstSteps);
const SignedOut = lazyComponent(async () => (await import('./app/signed-out.tsx')).SignedOut, Starting);
const SignedIn = lazyComponent(async () => (await import('./app/signed-in.tsx')).SignedIn, Starting);
const CompleteSignOn = lazyComponent(async () => (await import('./app/complete-sign-on.tsx')).CompleteSignOn, Starting);
const Confirmed = lazyComponent(async () => (await import('./app/confirmed.tsx')).Confirmed, Starting);
const LinkPage = lazyComponent(
  async () => (await import('./features/sign-in/account-link-pages.tsx')).AccountLinkPage,
  Starting,
);

/** When the first view is there. */
const AHEAD_MS = 5000;

/** Where the page was opened: no address within it leads to another one. */
const account_link = accountLinkAt(location.pathname);
/** Taken before anything else looks at the address. */
const sign_on = account_link ? null : takeSignOnReturn();

function App() {
  if (account_link) return <LinkPage link={account_link} />;
  return sign_on?.kind === 'confirmed' ? <Confirmed code={sign_on.code} /> : <Client />;
}

function Client() {
  const [session, setSession] = useState<Session | null>(loadSession);
  const [notice, setNotice] = useState<string | null>(null);
  const [first, setFirst] = useState<FirstConversation | null>(null);
  const [code, setCode] = useState(sign_on?.code ?? null);
  useEffect(() => watchSession(() => setSession(loadSession())), []);
  useEffect(() => {
    // Signing out works without a connection too.
    const timer = setTimeout(SignedOut.fetch, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  const signIn = (next: Session, begin: FirstConversation | null = null) => {
    storeSession(next);
    setNotice(null);
    setCode(null);
    setFirst(begin);
    if (begin) location.hash = hashOf({ kind: 'topic', channel_id: begin.channel_id, topic: begin.topic });
    setSession(next);
  };
  const signOut = (why: string | null) => {
    storeSession(null);
    setNotice(why);
    setSession(null);
  };
  const giveUp = (why: string) => {
    setCode(null);
    if (session) notify(why);
    else setNotice(why);
  };
  if (code !== null) return <CompleteSignOn code={code} previous={session} signedIn={signIn} giveUp={giveUp} />;
  if (!session) return <SignedOut notice={notice} signedIn={signIn} />;
  return (
    <SignedIn key={session.key} session={session} signOut={signOut}>
      {first && (
        <FirstSteps sends_mail={first.sends_mail} close={() => setFirst(null)} abandon={() => setFirst(null)} />
      )}
    </SignedIn>
  );
}

if (storedSignOuts().length > 0)
  void import('./model/session/pending-sign-outs.ts').then(({ resumeSignOuts }) => resumeSignOuts()).catch(() => {});
// Fetched with the texts, not after them.
const is_signed_in = !account_link && loadSession() !== null;
if (sign_on ? sign_on.kind === 'signed_in' : is_signed_in) SignedIn.fetch();
void loadLanguageAtStart().then(() => {
  createRoot(document.getElementById('app')!).render(
    <LoadFailure>
      <App />
    </LoadFailure>,
  );
  if (!is_signed_in) void loadFailureTexts();
});
