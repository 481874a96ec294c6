import { describe, expect, it } from 'bun:test';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { state } from './state.ts';

describe('[HT510] a schema', () => {
  const schema = z.object({ n: z.int() });
  const counted = () => {
    const counts = { made: 0 };
    const make = () => {
      counts.made++;
      return schema;
    };
    return { counts, make };
  };

  it('is made when it is first needed, and once', () => {
    const { counts, make } = counted();
    const declared = endpoint({
      id: 'x',
      method: 'GET',
      path: '/x',
      access: 'user',
      scope: 'read',
      params: make,
      summary: '',
    });
    const happens = event({ type: 'x', fields: make, summary: '' });
    const part = state({ fetch: ['x'], fields: make });
    expect([declared.path, happens.type, part.fetch, counts.made]).toEqual(['/x', 'x', ['x'], 0]);
    for (let times = 0; times < 3; times++)
      expect([declared.params, happens.fields, part.fields]).toEqual([schema, schema, schema]);
    expect(counts.made).toBe(3);
  });

  it('may be left out', () => {
    const declared = endpoint({ id: 'x', method: 'GET', path: '/x', access: 'user', scope: 'read', summary: '' });
    expect([declared.params.parse({ n: 1 }), declared.result.parse({ n: 1 })]).toEqual([{}, {}]);
  });
});
