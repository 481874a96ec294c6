// The process for long reads of the embedded database: runs statements one after another on a read-only connection. The parent
// kills it to cancel a statement, because this runtime can't interrupt one.
import { openConnection } from './sqlite-connection.ts';
import { StoreCaches } from './store-caches.ts';

/** One statement. */
export interface ReaderRequest {
  readonly id: number;
  readonly text: string;
  readonly values: readonly (string | number | boolean | null | Uint8Array)[];
}

export type ReaderReply =
  | { readonly id: number; readonly rows: unknown[] }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string | undefined } };

const reader = openConnection(process.argv[2]!, true, new StoreCaches());

process.on('message', async ({ id, text, values }: ReaderRequest) => {
  const answer = (answered: ReaderReply) => process.send!(answered);
  try {
    answer({ id, rows: await reader.allOf(text, values) });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    answer({ id, failure: { message, code } });
  }
});
process.on('disconnect', () => process.exit(0));
