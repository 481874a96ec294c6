// The client against servers with correct, faulty and missing responses.
import { afterEach, describe, expect, it } from 'bun:test';
import { ApiError, type Endpoint, endpoint, endpoints } from '@stoa/contract';
import { z } from 'zod';
import { basicAuthorization } from './authorization.ts';
import { Backoff, isTransient } from './backoff.ts';
import { planOf } from './call-plans.ts';
import { createClient } from './client.ts';
import { encodeCall } from './encode.ts';
import { ConnectionError, UnreadableAnswer } from './failure.ts';

let stop = () => {};
afterEach(() => stop());

/** A server that sends the responses of `answer`. */
function serve(answer: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: answer });
  stop = () => void server.stop(true);
  return `http://127.0.0.1:${server.port}`;
}
const json = (body: unknown, status = 200) => Response.json(body, { status });
const success = (fields: object) => json({ result: 'success', msg: '', ...fields });
const credentials = { email: 'ada@stoa.example', api_key: 'key' };

describe('[HT3] a call is encoded', () => {
  const call = (
    { params: declared_params = z.object({}), ...declared }: Partial<Omit<Endpoint, 'result'>>,
    params: Record<string, unknown>,
  ) => {
    const { method, path, body } = encodeCall(
      planOf(
        endpoint({
          id: 'x',
          method: 'POST',
          path: '/x',
          access: 'public',
          result: () => z.object({}),
          summary: '',
          ...declared,
          params: () => declared_params,
        }),
      ),
      params,
    );
    return [method, path, body === null ? null : Object.fromEntries(body)];
  };
  const params = z.object({
    id: z.int(),
    text: z.string().optional(),
    choice: z.enum(['a', 'b']).optional(),
    either: z.union([z.int(), z.string(), z.array(z.int())]).optional(),
    list: z.array(z.string()).optional(),
    flag: z.boolean().optional(),
  });

  it('with plain text verbatim and everything else as JSON', () => {
    const input = { id: 5, text: '5', choice: 'a', either: '5', list: ['ä'], flag: false };
    expect(call({ params }, input)[2]).toEqual({
      id: '5',
      text: '5',
      choice: '"a"',
      either: '"5"',
      list: '["ä"]',
      flag: 'false',
    });
  });

  it('[HT500] with text that may be null verbatim, and null as the word', () => {
    const named = z.object({ name: z.string().nullable().default(null), other: z.string().nullish() });
    expect(call({ params: named }, { name: '"Ada"', other: null })[2]).toEqual({ name: '"Ada"', other: 'null' });
  });

  it('into path, query or body', () => {
    const named = z.object({ name: z.string(), text: z.string() });
    expect(call({ method: 'GET', path: '/x/{name}', params: named }, { name: 'a/b ?', text: 'Ω&=' })).toEqual([
      'GET',
      '/api/v1/x/a%2Fb%20%3F?text=%CE%A9%26%3D',
      null,
    ]);
    expect(call({ method: 'DELETE', path: '/x/{name}', params: named }, { name: 'a', text: 'b' })).toEqual([
      'DELETE',
      '/api/v1/x/a',
      { text: 'b' },
    ]);
  });

  it('without undefined parameters, and with ones the endpoint does not have', () => {
    expect(call({ params }, { id: 1, text: undefined, unknown: [1] })[2]).toEqual({ id: '1', unknown: '[1]' });
  });

  it('with credentials in any alphabet', async () => {
    const text = Buffer.from(basicAuthorization('ädä@stoa.example', 'k€y').slice('Basic '.length), 'base64').toString();
    expect(text).toBe('ädä@stoa.example:k€y');
    expect(() => createClient({ site: 'http://x', email: 'a@b' })).toThrow('belong together');
  });
});

describe('a response', () => {
  it('of success returns its fields', async () => {
    const client = createClient({
      site: `${serve(() => success({ stream_id: 7, ignored_parameters_unsupported: ['x'] }))}//`,
    });
    expect(await client.getStreamId({ stream: 'a' })).toEqual({
      stream_id: 7 as never,
      ignored_parameters_unsupported: ['x'],
    });
  });

  it('of an error throws it with its code, status and fields', async () => {
    const body = { result: 'error', msg: 'No', code: 'STREAM_DOES_NOT_EXIST', stream: 'a' };
    const error = await createClient({ site: serve(() => json(body, 400)) })
      .getStreamId({ stream: 'a' })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', status: 400, message: 'No', fields: { stream: 'a' } });
  });

  it('not in the format of the API is an UnreadableAnswer', async () => {
    for (const answer of [
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      () => json([], 200),
      () => json(null),
      () => json({ result: 'error' }, 400),
      () => new Response(null, { status: 204 }),
    ]) {
      const error = await createClient({ site: serve(answer) })
        .getServerSettings()
        .catch((thrown) => thrown);
      expect(error).toBeInstanceOf(UnreadableAnswer);
      expect(error.status).toBe(answer().status);
      stop();
    }
  });

  it('with a redirect does not receive the credentials', async () => {
    let requests = 0;
    const site = serve(() => {
      requests++;
      return new Response(null, { status: 302, headers: { location: '/api/v1/elsewhere' } });
    });
    const error = await createClient({ site, ...credentials })
      .getOwnUser()
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect([error instanceof ApiError, requests]).toEqual([false, 1]);
  });
});

describe('a file', () => {
  it('is read with the credentials, only from the organization’s own files', async () => {
    const requests: [string, string | null][] = [];
    const site = serve((request) => {
      const { pathname } = new URL(request.url);
      requests.push([pathname, request.headers.get('authorization')]);
      return pathname.endsWith('gone.png') ? json({ result: 'error' }, 404) : new Response('bytes');
    });
    const client = createClient({ site, ...credentials });
    expect(await (await client.readFile('/user_uploads/1/ab/x/a%20b.png')).text()).toBe('bytes');
    expect(requests).toEqual([['/user_uploads/1/ab/x/a%20b.png', client.authorization]]);
    expect(await client.fileSize('/user_uploads/1/ab/x/a%20b.png')).toBe('bytes'.length);
    expect(requests.pop()).toEqual(['/user_uploads/1/ab/x/a%20b.png', client.authorization]);
    for (const address of [
      'https://evil.example/user_uploads/1/a.png',
      '//evil.example/user_uploads/1/a.png',
      '/user_uploads/../api/v1/users/me',
      '/api/v1/users/me',
    ])
      for (const ask of [client.readFile, client.fileSize]) await expect(ask(address)).rejects.toBeInstanceOf(ApiError);
    expect(requests.length).toBe(1);
    await expect(client.readFile('/user_uploads/1/gone.png')).rejects.toMatchObject({ status: 404 });
    stop();
    await expect(client.readFile('/user_uploads/1/a.png')).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe('no response', () => {
  it('is a ConnectionError, from an unreachable or slow server', async () => {
    const away = createClient({ site: 'http://127.0.0.1:9', ...credentials });
    await expect(away.getOwnUser()).rejects.toBeInstanceOf(ConnectionError);
    const slow = createClient({ site: serve(() => new Promise(() => {})) });
    await expect(slow.getServerSettings({}, { timeout_ms: 30 })).rejects.toBeInstanceOf(ConnectionError);
  });

  it('because the caller aborted throws the reason of the caller', async () => {
    const client = createClient({ site: serve(() => new Promise(() => {})) });
    const reason = new Error('changed my mind');
    const giving_up = new AbortController();
    const asking = client.getServerSettings({}, { signal: giving_up.signal });
    setTimeout(() => giving_up.abort(reason), 10);
    await expect(asking).rejects.toBe(reason);
  });

  it('is temporary, as are server errors, but refusals are not', () => {
    const passing = [
      new ConnectionError('x'),
      new UnreadableAnswer(502, 'x'),
      new ApiError('INTERNAL_SERVER_ERROR', 500, 'x'),
      new ApiError('RATE_LIMIT_HIT', 429, 'x'),
    ];
    const lasting = [new UnreadableAnswer(404, 'x'), new ApiError('BAD_REQUEST', 400, 'x'), new Error('x'), 'x'];
    expect([passing.map(isTransient), lasting.map(isTransient)]).toEqual([
      passing.map(() => true),
      lasting.map(() => false),
    ]);
  });

  it('is retried after growing delays, up to a limit, and not after an abort', async () => {
    const backoff = new Backoff({ first_ms: 8, longest_ms: 30 });
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      const start = performance.now();
      await backoff.wait();
      waits.push(performance.now() - start);
    }
    expect(waits[0]!).toBeLessThan(waits[4]! * 1.5);
    for (const wait of waits) expect(wait).toBeGreaterThan(3);
    await expect(backoff.wait(AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    const ending = new AbortController();
    const waiting = new Backoff({ first_ms: 60_000 }).wait(ending.signal);
    ending.abort(new Error('over'));
    await expect(waiting).rejects.toThrow('over');
  });
});

describe('[EV1] the event loop', () => {
  type Step = () => Response | Promise<Response>;
  const events =
    (...ids: number[]): Step =>
    () =>
      success({ queue_id: 'q', events: ids.map((id) => ({ id, type: 'x' })) });
  const quick = { first_ms: 1, longest_ms: 5 };

  /** Runs the loop over scripted responses; returns the events and the acknowledgement of each poll. */
  async function run(...steps: Step[]) {
    const acknowledged: (string | null)[] = [];
    const ending = new AbortController();
    const site = serve((request) => {
      acknowledged.push(new URL(request.url).searchParams.get('last_event_id'));
      const step = steps.shift();
      if (step) return step();
      ending.abort();
      return new Promise(() => {});
    });
    const seen: number[] = [];
    const client = createClient({ site, ...credentials });
    const options = { queue_id: 'q', last_event_id: 10, signal: ending.signal, timeout_ms: 400, backoff: quick };
    for await (const { id } of client.events(options)) seen.push(id);
    return { seen, acknowledged };
  }

  it('yields each event once and acknowledges it with the next poll', async () => {
    const { seen, acknowledged } = await run(events(11, 12), events(12, 15), events(16));
    expect([seen, acknowledged]).toEqual([
      [11, 12, 15, 16],
      ['10', '12', '15', '16'],
    ]);
  });

  it('continues after temporary failures from where it was', async () => {
    const { seen, acknowledged } = await run(
      events(11),
      () => new Response('', { status: 502 }),
      () => json({ result: 'error', code: 'INTERNAL_SERVER_ERROR', msg: 'x' }, 500),
      () => new Promise(() => {}),
      events(),
      events(12),
    );
    expect([seen, acknowledged]).toEqual([
      [11, 12],
      ['10', '11', '11', '11', '11', '11', '12'],
    ]);
  });

  it('ends with the error when the queue has expired', async () => {
    const expired = () => json({ result: 'error', code: 'BAD_EVENT_QUEUE_ID', msg: 'x', queue_id: 'q' }, 400);
    await expect(run(events(11), expired)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  });

  it('does not acknowledge events that its reader has not reached', async () => {
    const acknowledged: (string | null)[] = [];
    const site = serve((request) => {
      acknowledged.push(new URL(request.url).searchParams.get('last_event_id'));
      return events(11, 12)();
    });
    const client = createClient({ site, ...credentials });
    for await (const _ of client.events({ queue_id: 'q', last_event_id: 10 })) break;
    expect(acknowledged).toEqual(['10']);
  });
});

it('the client has one method per endpoint', () => {
  const client = createClient({ site: 'http://x' });
  for (const name of Object.keys(endpoints)) expect(client[name as keyof typeof endpoints]).toBeFunction();
});
