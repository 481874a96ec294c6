// The port that workers share. Sharing would also let two servers in that were started for the same port by mistake, so it must be
// free before.
import { createServer } from 'node:net';
import { ListenError } from '../kit/http/server.ts';

/** The port, or a free one for 0. */
export function freePort(host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'the port is in use' : code === 'EACCES' ? 'not permitted' : message;
    reject(new ListenError(`can't listen on ${host}:${port}: ${reason}`));
  });
  probe.listen({ host, port, exclusive: true }, () => {
    const { port: found } = probe.address() as { port: number };
    probe.close(() => resolve(found));
  });
  return promise;
}
