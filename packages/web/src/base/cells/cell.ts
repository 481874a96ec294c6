// An observable value: connects state that arrives over the network with components.
import { useSyncExternalStore } from 'react';

/** Emitters that changed while notifications are held; null while they are sent at once. */
let held: Set<Emitter> | null = null;

export class Emitter {
  private readonly listeners = new Set<() => void>();
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  emit(): void {
    if (held) held.add(this);
    else for (const listener of [...this.listeners]) listener();
  }
}

/**
 * Runs `work` while its notifications collect in a set, each emitter once, until the owner sends them: many events then
 * cause one redraw. The values themselves change at once.
 */
export function holdNotifications(into: Set<Emitter>, work: () => void): void {
  const outer = held;
  held = into;
  try {
    work();
  } finally {
    held = outer;
  }
}

/** Notifies the current listeners of something that happened. Not stored. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly subscribe = (listener: (value: T) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  emit(value: T): void {
    for (const listener of [...this.listeners]) listener(value);
  }
}

export class Cell<T> extends Emitter {
  constructor(private value: T) {
    super();
  }
  readonly get = (): T => this.value;
  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    this.emit();
  }
}

/** The value of a cell or a part of it. `select` must return the same object as long as nothing has changed. */
export function useCell<T>(cell: Cell<T>): T;
export function useCell<T, S>(cell: Cell<T>, select: (value: T) => S): S;
export function useCell<T, S>(cell: Cell<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(cell.subscribe, () => (select ? select(cell.get()) : cell.get()));
}

let generation = 0;
/** Cached results may contain texts of the previous language, so they are computed again. */
export function forgetDerived(): void {
  generation++;
}

/** Remembers the result for the newest argument, so that values derived from a state are computed once per state. */
export function derived<A extends object, R>(make: (argument: A) => R): (argument: A) => R {
  let known = new WeakMap<A, { result: R }>();
  let made_in = generation;
  return (argument) => {
    if (made_in !== generation) {
      known = new WeakMap();
      made_in = generation;
    }
    let entry = known.get(argument);
    if (!entry) {
      entry = { result: make(argument) };
      known.set(argument, entry);
    }
    return entry.result;
  };
}
