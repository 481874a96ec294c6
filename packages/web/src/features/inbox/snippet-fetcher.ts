// Fetches the last messages of conversations by id: one request at a time, each id once.
import type { Engine } from '../../model/engine/engine.ts';
import { fetchByIds } from '../../model/messages/message-requests.ts';

/** Rows that come near within this time share a request. */
const PAUSE_MS = 60;
const IDS_PER_REQUEST = 200;

class SnippetFetcher {
  private readonly requested = new Set<number>();
  private waiting: number[] = [];
  private running = false;

  constructor(private readonly engine: Engine) {}

  request(ids: readonly number[], pause_ms: number): void {
    const missing = ids.filter((id) => !this.requested.has(id) && !this.engine.messages.get(id));
    for (const id of missing) this.requested.add(id);
    this.waiting.push(...missing);
    if (!this.running && missing.length > 0) void this.run(pause_ms);
  }

  private async run(pause_ms: number): Promise<void> {
    this.running = true;
    if (pause_ms > 0) await new Promise((resolve) => setTimeout(resolve, pause_ms));
    while (this.waiting.length > 0) {
      const message_ids = this.waiting.splice(0, IDS_PER_REQUEST);
      try {
        this.engine.messages.put(await fetchByIds(this.engine.client, message_ids));
      } catch {
        for (const id of message_ids) this.requested.delete(id);
      }
    }
    this.running = false;
  }
}

const fetchers = new WeakMap<Engine, SnippetFetcher>();
function fetcherOf(engine: Engine): SnippetFetcher {
  const fetcher = fetchers.get(engine) ?? new SnippetFetcher(engine);
  fetchers.set(engine, fetcher);
  return fetcher;
}

export const fetchSnippets = (engine: Engine, ids: readonly number[]): void => fetcherOf(engine).request(ids, 0);

/** Together with others that are asked for soon after. */
export const fetchSnippetSoon = (engine: Engine, id: number): void => fetcherOf(engine).request([id], PAUSE_MS);
