// A value that components watch: the smallest thing between what arrives over the wire and what is drawn.
import { useSyncExternalStore } from 'react';

/** What has changed while notifications were held back; null while they go out at once. */
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
 * Does some work whose notifications wait in a set, each emitter once, until its owner emits them: so many events are drawn
 * together. The values themselves are current at once.
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

/** Tells of something that happened, once, to those who listen. */
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

/** The value of a cell, or a part of it; `select` must give the same object as long as nothing has changed. */
export function useCell<T>(cell: Cell<T>): T;
export function useCell<T, S>(cell: Cell<T>, select: (value: T) => S): S;
export function useCell<T, S>(cell: Cell<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(cell.subscribe, () => (select ? select(cell.get()) : cell.get()));
}

let generation = 0;
/** What was worked out so far may contain texts of another language: it is worked out anew. */
export function forgetDerived(): void {
  generation++;
}

/** Remembers what was made of the newest argument, so that what follows from a state is worked out once for each state. */
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
