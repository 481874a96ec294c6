// Whether the server is fit to serve: for supervisors, load balancers and measurements.
import type { Feed } from '../feed/feed.ts';
import type { Store } from '../kit/database/connection.ts';
import { answer, type Page } from './page.ts';

const PATIENCE_MS = 2000;
const headers = { 'cache-control': 'no-store' };

async function answersInTime(store: Store, patience_ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience_ms);
  });
  const answers = store.db.get('select count(*) as realms from realms').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answers, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** 200 only when the store answers a query within two seconds, 503 otherwise. [PG2] */
export function health({ store, feed }: { store: Store; feed: Feed }, patience_ms = PATIENCE_MS): Page {
  return async () => {
    if (!(await answersInTime(store, patience_ms))) {
      const body = { result: 'error', msg: 'The store does not answer', code: 'INTERNAL_SERVER_ERROR' };
      return answer(JSON.stringify(body), 'application/json', { status: 503, headers });
    }
    const body = { result: 'success', msg: '', waiting_polls: feed.waiting_polls, queues: feed.queues.size };
    return answer(JSON.stringify(body), 'application/json', { headers });
  };
}
