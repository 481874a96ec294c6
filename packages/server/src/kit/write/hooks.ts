// Typed hooks: a lower tier triggers them in its writes, higher tiers subscribe. Subscribers run in the same transaction, in
// the order of the list in `src/hooks.ts`, so their changes are committed or rolled back with the change they react to.
import type { Connection } from '../database/connection.ts';
import type { Hook } from './hook.ts';
import type { WriteContext } from './write-context.ts';

export type HookHandler<Body> = (context: WriteContext, body: Body) => Promise<void> | void;

/** Looks up, through the read cache, the rows that every run of a handler needs. */
export type HookLookUp = (db: Connection) => Promise<unknown>;

export interface HookSubscription {
  readonly hook: Hook<never>;
  readonly handler: HookHandler<never>;
  readonly lookUp: HookLookUp | null;
}

/** Subscribes to a hook. An error of the handler fails the write. */
export function on<Body>(
  hook: Hook<Body>,
  handler: HookHandler<Body>,
  lookUp: HookLookUp | null = null,
): HookSubscription {
  return { hook: hook as Hook<never>, handler: handler as HookHandler<never>, lookUp };
}

export class Hooks {
  private readonly handlers = new Map<Hook<never>, HookHandler<never>[]>();
  /** Those of all handlers, without duplicates. They run before appending writes, whichever hooks these trigger. */
  readonly lookUps: ReadonlySet<HookLookUp>;

  constructor(subscriptions: readonly HookSubscription[] = []) {
    for (const { hook, handler } of subscriptions)
      this.handlers.set(hook, [...(this.handlers.get(hook) ?? []), handler]);
    this.lookUps = new Set(subscriptions.flatMap(({ lookUp }) => lookUp ?? []));
  }

  /** Runs every subscriber of a hook, one after another. */
  async run<Body>(hook: Hook<Body>, context: WriteContext, body: Body): Promise<void> {
    for (const handler of this.handlers.get(hook as Hook<never>) ?? [])
      await (handler as HookHandler<Body>)(context, body);
  }
}

/** Part of the body of a hook that announces a change; returns what to do right after it. */
export interface Upcoming {
  readonly afterwards: (act: () => Promise<void>) => void;
}

/** Makes a change and lets subscribers see the state before and after it. */
export async function announceAndMake<Body extends object>(
  context: WriteContext,
  hook: Hook<Body & Upcoming>,
  body: Body,
  change: () => Promise<void>,
): Promise<void> {
  const acts: (() => Promise<void>)[] = [];
  await context.trigger(hook, { ...body, afterwards: (act) => void acts.push(act) });
  await change();
  for (const act of acts) await act();
}
