// HEAD over the API, on a connection of its own: what is left of a body would be taken for the next response.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { basic, serveTests } from '@stoa/testkit';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

/** The responses to requests on one connection, each sent after the head of the response before it. */
async function exchange(lines: readonly string[], authorization: string | null): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const own = authorization === null ? '' : `Authorization: ${authorization}\r\n`;
  const requests = lines.map((line, at) => {
    const last = at === lines.length - 1 ? 'Connection: close\r\n' : '';
    return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${own}${last}\r\n`;
  });
  let received = '';
  let sent = 0;
  const send = () => socket.write(requests[sent++]!);
  socket.on('data', (chunk) => {
    received += chunk.toString();
    if (sent < requests.length && received.split('\r\n\r\n').length > sent) send();
  });
  send();
  await once(socket, 'close');
  return received;
}

const linesOf = (response: string) =>
  response
    .split('\r\n')
    .filter((line) => line !== '' && !/^(date|x-ratelimit-\w+|x-request-id|connection):/i.test(line))
    .map((line) => line.replace(/^(content-length|transfer-encoding)/i, (name) => name.toLowerCase()))
    .sort();

it('[HT1] HEAD has the status and headers of GET, and no body', async () => {
  const { dara } = cast;
  await dara.createDrafts({
    drafts: Array.from({ length: 20 }, () => ({ type: '', to: [], topic: '', content: 'x'.repeat(9000) })),
  });
  const key = basic(dara).authorization!;
  for (const [path, authorization, status] of [
    ['/users/me', key, 200],
    ['/users/me', null, 401],
    ['/users/me', basic({ email: dara.email, api_key: 'wrong' }).authorization!, 401],
    ['/users/99999', key, 400],
    ['/messages?anchor=newest&num_before=1&num_after=0', key, 200],
    ['/messages', key, 400],
    ['/server_settings', null, 200],
    // Of more than 64 KiB.
    ['/drafts', key, 200],
  ] as const) {
    const head = await exchange([`HEAD /api/v1${path}`], authorization);
    const got = await exchange([`GET /api/v1${path}`], authorization);
    expect([path, head.slice(9, 12)]).toEqual([path, String(status)]);
    expect(head.endsWith('\r\n\r\n')).toBe(true);
    expect([path, ...linesOf(head)]).toEqual([path, ...linesOf(got.slice(0, got.indexOf('\r\n\r\n')))]);
    const two = await exchange([`HEAD /api/v1${path}`, 'HEAD /api/v1/server_settings'], authorization);
    expect(two.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
  }
});

it('[HT1] a poll by HEAD is refused, and takes no event', async () => {
  const { dara } = cast;
  const { queue_id, last_event_id } = await dara.registerQueue({ event_types: ['drafts'] });
  await dara.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: 'news' }] });
  const query = `queue_id=${queue_id}&last_event_id=${last_event_id}`;
  const head = await exchange([`HEAD /api/v1/events?${query}`], basic(dara).authorization!);
  expect(head).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\nallow: GET, DELETE\r\n/i);
  expect((await dara.getEvents({ queue_id: queue_id!, last_event_id: last_event_id! })).events).toMatchObject([
    { type: 'drafts', op: 'add' },
  ]);
});
