// The test kit's guards, each shown to fail: a check that never fails proves nothing.

import { describe, expect, it } from 'bun:test';
import { apiError, endpoint, event, GENERIC_ERRORS, realmUserUpdate } from '@stoa/contract';
import { createClient } from '@stoa/sdk';
import { z } from 'zod';
import { sql } from '../../server/src/kit/database/sql.ts';
import { findGaps } from './coverage-gaps.ts';
import { deepDifference } from './deep-difference.ts';
import { checkEvent, Recorder, type Seen } from './record.ts';
import { startServer } from './start-server.ts';
import { verifyEvents } from './verify-events.ts';

const fields = (names: z.ZodRawShape) => Object.keys(names).sort();
const Full = apiError({
  code: 'FULL',
  status: 400,
  summary: '',
  fields: { left: z.int(), unit: z.string().optional() },
});
const declared = {
  endpoints: [
    endpoint({
      id: 'fill',
      method: 'POST',
      path: '/fill',
      access: 'user',
      scope: 'send',
      params: () => z.object({}),
      result: () => z.object({}),
      errors: [Full],
      summary: '',
    }),
  ],
  events: [event({ type: 'filled', op: 'up', fields: () => z.object({}), summary: '' })],
};
const complete: Seen[] = [
  { endpoint: 'fill', success: true },
  { endpoint: 'fill', error: 'FULL', status: 400, fields: ['left'] }, // without what is optional
  { event: 'filled/up' },
  ...GENERIC_ERRORS.map(({ code, status, fields: { shape } }) => ({
    endpoint: 'fill',
    error: code,
    status,
    fields: fields(shape),
  })),
];
const gapsWithout = (left_out: (seen: Seen) => boolean) =>
  findGaps(
    declared,
    complete.filter((seen) => !left_out(seen)),
  );

describe('coverage', () => {
  it('is complete when everything was covered', () => {
    expect(findGaps(declared, complete)).toEqual([]);
  });

  it('names parts that were not covered', () => {
    expect(gapsWithout((seen) => 'success' in seen)).toEqual(['fill never succeeded']);
    expect(gapsWithout((seen) => 'error' in seen && seen.error === 'FULL')).toEqual([
      'fill never answered 400 FULL with left, unit',
    ]);
    expect(gapsWithout((seen) => 'event' in seen)).toEqual(['the event filled/up was never received']);
    expect(gapsWithout((seen) => 'error' in seen && seen.error === 'UNAUTHORIZED')).toEqual([
      'no endpoint ever answered 401 UNAUTHORIZED',
    ]);
  });

  it('names parts that are not declared', () => {
    const more = (seen: Seen) => findGaps(declared, [...complete, seen]);
    expect(more({ endpoint: 'spill', success: true })).toEqual(['spill answered, which is not declared']);
    expect(more({ endpoint: 'fill', error: 'FULL', status: 400, fields: [] })).toEqual([
      'fill answered 400 FULL, which is not declared',
    ]);
    expect(more({ endpoint: 'fill', error: 'FULL', status: 400, fields: ['left', 'right'] })).toEqual([
      'fill answered 400 FULL with left, right, which is not declared',
    ]);
    expect(more({ endpoint: 'fill', error: 'FULL', status: 400, fields: ['left', 'unit'] })).toEqual([]);
    expect(more({ event: 'filled' })).toEqual(['the event filled was received, which is not declared']);
  });
});

describe('an event', () => {
  const person = { user_id: 1, full_name: 'Ada' };

  it('passes as declared', () => {
    checkEvent({ id: 1, type: 'realm_user', op: 'update', person });
  });

  it('fails if it is unknown or has a missing or extra field, outside or inside', () => {
    const update = { id: 1, type: realmUserUpdate.type, op: 'update', person };
    expect(() => checkEvent({ ...update, op: 'unheard_of' })).toThrow('undeclared event realm_user/unheard_of');
    expect(() => checkEvent({ ...update, person: undefined })).toThrow('not as declared');
    expect(() => checkEvent({ ...update, more: 1 })).toThrow('not as declared');
    expect(() => checkEvent({ ...update, person: { ...person, more: 1 } })).toThrow();
    const stream = { id: 1, type: 'stream', op: 'delete', stream_ids: [1], streams: [{ stream_id: 1, more: 1 }] };
    expect(() => checkEvent(stream)).toThrow('undeclared fields:\nstreams[0].more');
  });
});

describe('a response', () => {
  const success = { result: 'success', msg: '' };

  async function violations(status: number, answer: object, endpoint = 'delete-message'): Promise<string> {
    const recorder = new Recorder();
    recorder.observe({ endpoint, path: '/', status, params: {}, response: Response.json(answer, { status }) });
    await recorder.settled();
    return recorder.violations.join('\n');
  }

  it('passes as declared', async () => {
    expect(await violations(200, success)).toBe('');
  });

  it('fails with a field, a message or an error that its endpoint does not declare, and of an unknown endpoint', async () => {
    expect(await violations(200, { ...success, more: 1 })).toContain('the result is not as declared');
    expect(await violations(200, { ...success, msg: 'done' })).toContain('a success has an empty msg');
    expect(await violations(400, { result: 'error', msg: 'No', code: 'UNHEARD_OF' })).toContain('undeclared error');
    expect(await violations(200, success, 'unheard-of')).toContain('not in the contract');
  });
});

it('a difference names its place', () => {
  const left = { a: [1, { b: null }], c: 1, d: undefined };
  expect(deepDifference(left, { c: 1, a: [1, { b: null }] }, ['left', 'right'])).toEqual([]);
  expect(deepDifference(left, { a: [1, { b: 0 }, 3] }, ['left', 'right'])).toEqual([
    'a[1].b: left null, right 0',
    'a[2]: left absent, right 3',
    'c: left 1, right absent',
  ]);
});

describe('a server under test', () => {
  it('fails its test if it reported a failure', async () => {
    const server = await startServer();
    server.recorder.report(new Error('a failure of its own'));
    await expect(server.stop()).rejects.toThrow('a failure of its own');
  });

  it('fails verifyEvents if a change was made without its event', async () => {
    const server = await startServer();
    const silent = verifyEvents(server.owner, () =>
      server.app.writer.write(server.realm.realm_id, ({ tx }) =>
        tx.run(sql`update users set full_name = 'Changed silently' where user_id = ${server.owner.user_id}`),
      ),
    );
    await expect(silent).rejects.toThrow('by events "Ada Owner", fetched "Changed silently"');
    const { value, events } = await verifyEvents(server.owner, async () => 'nothing happens');
    expect([value, events]).toEqual(['nothing happens', [[]]]);
    await server.stop();
  });

  it('keeps accounts and queues over a restart', async () => {
    const server = await startServer();
    const { dara, eli } = await server.cast();
    const { queue_id, last_event_id } = await dara.registerQueue();
    await server.restart();
    await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'after' });
    const { events } = await dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    expect(events.map(({ type }) => type)).toEqual(['restart', 'message']);
    const stranger = createClient({ site: server.url, email: dara.email, api_key: eli.api_key });
    await expect(stranger.getOwnUser()).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    await server.stop();
  });
});
