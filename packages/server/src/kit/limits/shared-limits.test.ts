// Limits of two nodes that receive each other's signals at once.
import { expect, it } from 'bun:test';
import type { Signal, StoreListener } from '../database/connection.ts';
import { openRateLimits, type RateLimitRules, TooMany } from './rate-limits.ts';
import { SharedLimits } from './shared-limits.ts';

const rule = (requests: number) => ({ requests, period_ms: 60_000 });
const RULES: RateLimitRules = { user: rule(10), ip: rule(10), login: rule(5), mail: rule(4) };
const clock = { now: () => 1_790_000_040_000 };

/** As many as there are rules; a signal of one reaches all others at once. */
async function openNodes(...rules: RateLimitRules[]) {
  const listeners: StoreListener[] = [];
  const nodes = rules.map((own, at) => {
    const limits = openRateLimits(own, clock);
    const store = {
      async listen(listener: StoreListener) {
        listeners[at] = listener;
        return () => void delete listeners[at];
      },
      signal(signal: Signal) {
        const payload = JSON.stringify(signal);
        expect(payload.length).toBeLessThan(2000);
        for (const [node, listener] of listeners.entries()) if (node !== at) listener?.signalled(JSON.parse(payload));
      },
    };
    return { limits, shared: new SharedLimits(limits, store) };
  });
  for (const { shared } of nodes) await shared.start();
  const stop = () => {
    for (const { shared } of nodes) shared.stop();
  };
  return { nodes, stop, receive: (signal: Signal) => listeners[0]!.signalled(signal) };
}

const take = (times: number, act: () => unknown) => {
  for (let n = 0; n < times; n++) act();
};

it('[ND16] counts failed attempts of all nodes at once, and forgets them at all after a success', async () => {
  const { nodes, stop } = await openNodes(RULES, RULES);
  const [first, second] = nodes.map(({ limits }) => limits.login!);
  take(3, () => first!.take('ada'));
  take(2, () => second!.take('ada'));
  for (const login of [first!, second!]) expect(() => login.take('ada')).toThrow(TooMany);
  second!.clear('ada');
  take(5, () => first!.take('ada'));
  expect(() => second!.take('ada')).toThrow(TooMany);
  second!.take('eli');
  stop();
});

it('[ND16] counts requests of all nodes once a second, in signals that PostgreSQL takes', async () => {
  const { nodes, stop } = await openNodes(RULES, RULES);
  const [first, second] = nodes.map(({ limits }) => limits.ip!);
  const addresses = Array.from({ length: 100 }, (_, n) => `2001:db8:1111:2222:3333:4444:5555:${n + 1000}`);
  for (const address of addresses) take(10, () => first!.take(address));
  take(6, () => first!.take(7));
  expect(second!.take(addresses[0]!).remaining).toBe(9);
  nodes[0]!.shared.publish();
  for (const address of addresses) expect(() => second!.take(address)).toThrow(TooMany);
  expect(second!.take(7).remaining).toBe(3);
  nodes[0]!.shared.publish(); // each count is published once
  expect(second!.take(7).remaining).toBe(2);
  stop();
});

it('[ND16] ignores what it does not understand and limits it does not have', async () => {
  const { nodes, stop, receive } = await openNodes(RULES, { user: null, ip: null, login: null, mail: null });
  for (const limits of [{}, { name: 'x', counts: [] }, { name: 'ip', counts: [['a', -5]] }, { name: 'login', key: 1 }])
    receive({ limits });
  receive({ realm_id: 1 });
  expect(nodes[0]!.limits.ip!.take('a').remaining).toBe(9);
  nodes[0]!.limits.login!.take('ada');
  nodes[0]!.shared.publish();
  stop();
});
