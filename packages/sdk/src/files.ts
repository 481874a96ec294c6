// Downloads uploaded files, which are served outside the API's endpoints.
import { ApiError } from '@stoa/contract';
import type { CallOptions, Connection } from './call.ts';
import { ConnectionError } from './failure.ts';

export async function readFile(
  connection: Connection,
  address: string,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<Blob> {
  const url = new URL(address, `${connection.site}/`);
  // Addresses come from messages of other people: never send credentials to another site.
  if (url.origin !== new URL(connection.site).origin || !url.pathname.startsWith('/user_uploads/'))
    throw new ApiError('BAD_REQUEST', 400, 'Not the address of a file', {});
  try {
    const response = await connection.fetch(url.href, {
      headers: connection.authorization === null ? {} : { authorization: connection.authorization },
      signal: signal ?? null,
      credentials: 'omit',
      redirect: 'error',
    });
    if (!response.ok) throw new ApiError('BAD_REQUEST', response.status, 'The file can’t be read', {});
    return await response.blob();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    signal?.throwIfAborted();
    throw new ConnectionError(`no answer from ${connection.site} for a file`, { cause });
  }
}
