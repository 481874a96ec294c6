// The list of slices contains every folder, and no name is declared twice.
import { describe, expect, it } from 'bun:test';
import { readdirSync } from 'node:fs';
import type { Slice } from './kit/slice.ts';
import { states } from './register.ts';
import { slices } from './slices.ts';

const all: readonly Slice[] = slices;

/** Names that one slice would take away from another when merged. */
function declaredTwice(slices: readonly Slice[]): string[] {
  const names = slices.flatMap(({ name, endpoints, events, state }) => [
    `slice ${name}`,
    ...Object.entries(endpoints).flatMap(([call, { id, method, path }]) => [
      `call ${call}`,
      `endpoint ${id}`,
      `address ${method} ${path}`,
    ]),
    ...events.map(({ type, op }) => `event ${type} ${op}`),
    ...Object.entries(state).flatMap(([part, { fields }]) => [
      `state ${part}`,
      ...Object.keys(fields.shape).map((field) => `field ${field}`),
    ]),
  ]);
  return names.filter((name, at) => names.indexOf(name) !== at);
}

describe('the slices of the contract', () => {
  it('are exactly the folders other than the kit and the shared shapes', () => {
    const folders = readdirSync(import.meta.dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const expected = folders.map(({ name }) => name).filter((name) => name !== 'kit' && name !== 'shapes');
    expect(all.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('declare nothing twice, and the check finds planted duplicates', () => {
    expect(declaredTwice(all)).toEqual([]);
    const [users] = all;
    expect(declaredTwice([...all, { ...users!, name: 'planted', state: {} }])).toContain('call getUsers');
    expect(Object.keys(states).length).toBeGreaterThan(30);
  });
});
