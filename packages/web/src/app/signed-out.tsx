// Nobody is signed in: the sign-in page or, at the address of something web-public, what visitors read there. [WB281]
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../base/ui/lazy-component.tsx';
import { visitorRoute } from '../base/views/visitor-view.ts';
import { SignIn, type SignInProps } from '../features/sign-in/sign-in.tsx';
import { fetchWebPublicIds } from '../features/sign-in/sign-in-api.ts';
import { Starting } from './starting.tsx';
import { useHash } from './use-hash.ts';

const Visitor = lazyComponent(async () => (await import('./visitor.tsx')).Visitor, Starting);

/** In the state of a history entry: the visitor wanted to sign in there, so that Back leads to reading again. */
interface SignInState {
  readonly signing_in?: true;
}

const isSigningIn = () => Boolean((history.state as SignInState | null)?.signing_in);

function watchSteps(changed: () => void): () => void {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
}

function signIn(): void {
  history.pushState({ signing_in: true } satisfies SignInState, '');
  dispatchEvent(new PopStateEvent('popstate'));
}

interface Found {
  readonly hash: string;
  readonly channel_ids: ReadonlySet<number>;
}

export function SignedOut(props: SignInProps) {
  const hash = useHash();
  const is_signing_in = useSyncExternalStore(watchSteps, isSigningIn);
  const [found, setFound] = useState<Found | null>(null);
  const recheck = useCallback(() => setFound(null), []);
  const may_be_readable = props.notice === null && !is_signing_in && visitorRoute(hash, () => true) !== null;
  const is_readable =
    may_be_readable &&
    found !== null &&
    found.channel_ids.size > 0 &&
    visitorRoute(hash, (channel_id) => found.channel_ids.has(channel_id)) !== null;
  const is_unknown = may_be_readable && !is_readable && found?.hash !== hash;
  useEffect(() => {
    if (!is_unknown) return;
    let current = true;
    Visitor.fetch();
    fetchWebPublicIds()
      // The sign-in page says what is wrong.
      .catch(() => [])
      .then((ids) => current && setFound({ hash, channel_ids: new Set(ids) }));
    return () => {
      current = false;
    };
  }, [hash, is_unknown]);
  if (is_unknown) return <Starting />;
  if (is_readable) return <Visitor signIn={signIn} recheck={recheck} />;
  return <SignIn {...props} />;
}
