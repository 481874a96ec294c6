// Downloads and measures uploaded files, which are served outside the API's endpoints.
import { ApiError } from '@stoa/contract';
import type { CallOptions, Connection } from './call.ts';
import { ConnectionError } from './failure.ts';

type FileOptions = Pick<CallOptions, 'signal'>;

export const readFile = (connection: Connection, address: string, options: FileOptions): Promise<Blob> =>
  askForFile(connection, address, 'GET', options, (response) => response.blob());

/** In bytes, without reading the file; null if the server doesn't say. */
export const fileSize = (connection: Connection, address: string, options: FileOptions): Promise<number | null> =>
  askForFile(connection, address, 'HEAD', options, async ({ headers }) => {
    const length = headers.get('content-length');
    return length === null ? null : Number(length);
  });

async function askForFile<T>(
  connection: Connection,
  address: string,
  method: 'GET' | 'HEAD',
  { signal }: FileOptions,
  take: (response: Response) => Promise<T>,
): Promise<T> {
  const url = new URL(address, `${connection.site}/`);
  // Addresses come from messages of other people: never send credentials to another site.
  if (url.origin !== new URL(connection.site).origin || !url.pathname.startsWith('/user_uploads/'))
    throw new ApiError('BAD_REQUEST', 400, 'Not the address of a file', {});
  try {
    const response = await connection.fetch(url.href, {
      method,
      headers: connection.authorization === null ? {} : { authorization: connection.authorization },
      signal: signal ?? null,
      credentials: 'omit',
      redirect: 'error',
    });
    if (!response.ok) throw new ApiError('BAD_REQUEST', response.status, 'The file can’t be read', {});
    return await take(response);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    signal?.throwIfAborted();
    throw new ConnectionError(`no answer from ${connection.site} for a file`, { cause });
  }
}
