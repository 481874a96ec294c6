// Opens what visitors may read, and keeps it fresh: without an account nothing arrives by itself. [WB288]
import { ApiError } from '@stoa/contract/api-error';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { useCell } from '../base/cells/cell.ts';
import { failureText } from '../base/text/failures.ts';
import { t } from '../base/text/text.ts';
import { attempt } from '../base/ui/attempt.ts';
import { EmptyState } from '../base/ui/empty-state.tsx';
import { isVisible, watchReturns } from '../base/views/attention.ts';
import { visitorRoute } from '../base/views/visitor-view.ts';
import { fetchSignInFacts } from '../features/sign-in/sign-in-api.ts';
import { VisitContext } from '../features/visitor/visit-actions.ts';
import { EngineContext } from '../model/engine/context.ts';
import { openVisit, type Visit } from '../model/engine/visit.ts';
import { findChannel } from '../model/state/state.ts';
import { Starting } from './starting.tsx';
import { VisitorShell } from './visitor-shell.tsx';

/** Visitors who return to the page or stay on it get new messages at most this often. */
const FRESH_MS = 60_000;

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

interface Props {
  signIn(): void;
  /** Checks whether the present address may still be read without an account. */
  recheck(): void;
}

export function Visitor({ signIn, recheck }: Props) {
  const [visit, setVisit] = useState<Visit | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt
  useEffect(() => {
    let opened: Visit | null = null;
    let ended = false;
    openVisit().then(
      (made) => {
        opened = made;
        if (ended) made.engine.close();
        else setVisit(made);
      },
      (error: unknown) => setProblem(failureText(error)),
    );
    return () => {
      ended = true;
      opened?.engine.close();
    };
  }, [attempts]);
  if (visit) return <Opened visit={visit} signIn={signIn} recheck={recheck} />;
  if (!problem) return <Starting />;
  const again = () => {
    setProblem(null);
    setAttempts(attempts + 1);
  };
  return (
    <EmptyState title={problem}>
      <button type="button" className="button" onClick={again}>
        {t('try_again')}
      </button>
    </EmptyState>
  );
}

function Opened({ visit, signIn, recheck }: Props & { visit: Visit }) {
  const { engine } = visit;
  const is_open_to_all = useOpenToAll();
  const fetched_at = useRef(Date.now());
  const actions = useMemo(() => {
    const fetchAgain = async () => {
      fetched_at.current = Date.now();
      await visit.refresh().catch((error: unknown) => {
        if (!isRefused(error)) throw error;
        recheck();
      });
    };
    return { is_open_to_all, signIn, fetchAgain, refresh: () => void attempt(fetchAgain) };
  }, [visit, is_open_to_all, signIn, recheck]);
  useEffect(() => {
    const returned = () => {
      if (Date.now() - fetched_at.current >= FRESH_MS) actions.fetchAgain().catch(() => {});
    };
    const look = async () => {
      // A refusal is the same for everything on the screen.
      if (isVisible() && (await visit.hasNews().catch(isRefused))) await actions.fetchAgain();
    };
    const timer = setInterval(() => look().catch(() => {}), FRESH_MS);
    const unwatchReturns = watchReturns(returned);
    const unwatch = engine.connection.subscribe(() => {
      if (engine.connection.get() === 'live') actions.fetchAgain().catch(() => {});
    });
    return () => {
      clearInterval(timer);
      unwatchReturns();
      unwatch();
    };
  }, [engine, actions, visit]);
  const is_readable = useCell(
    engine.state,
    (state) => visitorRoute(location.hash, (channel_id) => findChannel(state, channel_id) !== null) !== null,
  );
  const is_nothing = useCell(engine.state, ({ never_subscribed }) => never_subscribed.length === 0);
  useEffect(() => {
    if (!is_readable || is_nothing) recheck();
  }, [is_readable, is_nothing, recheck]);
  const language = useCell(engine.state, ({ user_settings }) => user_settings.default_language);
  return (
    <EngineContext value={engine}>
      <VisitContext value={actions}>
        <Fragment key={language}>
          <VisitorShell />
        </Fragment>
      </VisitContext>
    </EngineContext>
  );
}

function useOpenToAll(): boolean {
  const [is_open, setOpen] = useState(false);
  useEffect(() => {
    fetchSignInFacts()
      .entrance.then(({ is_open_to_all }) => setOpen(is_open_to_all))
      .catch(() => {});
  }, []);
  return is_open;
}
