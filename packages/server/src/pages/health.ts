// GET /health: whether the server can serve, for supervisors, load balancers and measurements.

import type { Feed } from '../feed/feed.ts';
import type { Store } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import { answer, type Page } from '../kit/http/pages/page.ts';
import { inTime } from '../kit/time/time-limit.ts';
import type { Writer } from '../kit/write/write.ts';

const TIMEOUT_MS = 2000;
const headers = { 'cache-control': 'no-store' };

export interface HealthSources {
  readonly store: Store;
  readonly writer: Writer;
  readonly feed: Feed;
}

async function storeFailure({ store, writer }: HealthSources, timeout_ms: number): Promise<string | null> {
  const query = store.db.get(sql`select count(*) as realms from realms`);
  if ((await inTime(query, timeout_ms, null)) === null) return 'The store does not answer';
  return writer.is_taking ? null : 'The store takes no writes';
}

/** 200 if the store answers within two seconds and accepted the last write, otherwise 503. [PG2] */
export function health(parts: HealthSources, timeout_ms = TIMEOUT_MS): Page {
  const { feed } = parts;
  return async () => {
    const msg = await storeFailure(parts, timeout_ms);
    if (msg !== null) {
      const body = { result: 'error', msg, code: 'INTERNAL_SERVER_ERROR' };
      return answer(JSON.stringify(body), 'application/json', { status: 503, headers });
    }
    const body = { result: 'success', msg: '', waiting_polls: feed.waiting_polls, queues: feed.queues.size };
    return answer(JSON.stringify(body), 'application/json', { headers });
  };
}
