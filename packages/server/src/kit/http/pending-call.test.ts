// Calls that wait: what they keep meanwhile, and how they are answered or fail.
import { expect, it } from 'bun:test';
import { BadRequest, endpoint } from '@stoa/contract';
import { z } from 'zod';
import type { Peers } from './callers/client-address.ts';
import { unreadResponses } from './callers/held-bytes.ts';
import type { PreparedCall } from './handling.ts';
import { RequestObserver } from './observers/request-observer.ts';
import { waitingHandler } from './pending-call.ts';
import { type PendingResponse, RawResult, wait } from './route.ts';

const CALLS = 200;
/** Objects that the last calls may have left on the stack. */
const SLACK = 20;

const declared = endpoint({
  id: 'waits',
  method: 'GET',
  path: '/waits',
  access: 'public',
  params: () => z.object({}),
  result: () => z.object({ n: z.int() }),
  summary: 'For this test',
});

/** Status and id. */
const observed: string[] = [];
const reported: unknown[] = [];
const kept: WeakRef<object>[] = [];

/** Handles a call of this endpoint. */
function handlerOf(handle: (params: unknown, pending: PendingResponse) => Promise<void>, ignored: string[] = []) {
  const route = wait(declared, async (_, params, pending) => handle(params, pending));
  if (route.kind !== 'wait') throw new Error('not a call that waits');
  const parts = {
    check: () => {},
    unread: unreadResponses(),
    report: (error: unknown) => void reported.push(error),
  };
  const serve = waitingHandler(route, parts, async () => {
    const context = { actor: null, now: 0, client: '', files: [] } as unknown as PreparedCall['context'];
    return { context, params: { large: 'x'.repeat(100) }, ignored, attempt: null, end: () => {} };
  });
  const observer = new RequestObserver([], [({ id }, status) => observed.push(`${status} ${id}`)]);
  const observing = observer.observing('/waits', (request, peers) => serve(request, {}, peers));
  return async () => {
    const request = new Request('http://127.0.0.1/');
    kept.push(new WeakRef(request));
    return observing(request, {} as Peers);
  };
}

it('[EV32] a waiting call keeps neither its request nor its parameters', async () => {
  const pending: PendingResponse[] = [];
  const call = handlerOf(async (params, waiting) => {
    kept.push(new WeakRef(params as object));
    pending.push(waiting);
  });
  const responses = Array.from({ length: CALLS }, call);
  await Bun.sleep(0);
  for (let turn = 0; turn < 3; turn++) {
    await Bun.sleep(10);
    Bun.gc(true);
  }
  expect(pending).toHaveLength(CALLS);
  expect(kept).toHaveLength(2 * CALLS);
  expect(kept.filter((each) => each.deref()).length).toBeLessThan(SLACK);
  for (const waiting of pending) waiting.succeed(new RawResult('"n":1'));
  for (const response of await Promise.all(responses)) expect(await response.json()).toMatchObject({ n: 1 });
});

it('answers errors, before it waits and after', async () => {
  const refuses = handlerOf(async () => {
    throw BadRequest('Not now');
  });
  expect((await refuses()).status).toBe(400);
  let pending!: PendingResponse;
  const fails = handlerOf(async (_, waiting) => {
    pending = waiting;
  });
  const response = fails();
  await Bun.sleep(0);
  const fault = new Error('a secret detail');
  pending.fail(fault);
  expect((await response).status).toBe(500);
  expect(reported).toEqual([fault]);
});

it('names ignored parameters', async () => {
  const succeeds = handlerOf(async (_, pending) => pending.succeed(new RawResult('"n":1')), ['odd']);
  expect(await (await succeeds()).json()).toMatchObject({ n: 1, ignored_parameters_unsupported: ['odd'] });
});

it('[LG4] has its id, and tells listeners of its first response only', async () => {
  observed.length = 0;
  const succeedsTwice = handlerOf(async (_, pending) => {
    pending.succeed(new RawResult('"n":1'));
    pending.fail(new Error('later'));
    throw new Error('later still');
  });
  const refuses = handlerOf(async () => {
    throw BadRequest('Not now');
  });
  const responses = [await succeedsTwice(), await refuses()];
  const ids = responses.map(({ headers }) => headers.get('x-request-id'));
  expect(observed).toEqual([`200 ${ids[0]}`, `400 ${ids[1]}`]);
});
