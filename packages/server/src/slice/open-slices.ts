// Opens the slices of a running server and collects their parts.
import type { Component } from '../kit/lifecycle/lifecycle.ts';
import type { ServerSlice, SliceParts } from './define-slice.ts';
import type { Services } from './services.ts';

/** The parts of all slices, in slice order. */
export interface OpenedSlices extends Required<Omit<SliceParts, 'components' | 'start' | 'giveUp'>> {
  readonly components: readonly (readonly [name: string, Component])[];
  start(): Promise<void>;
  giveUp(): void;
}

export function openSlices<S extends Services>(slices: readonly ServerSlice<S>[], services: S): OpenedSlices {
  const parts: SliceParts[] = slices.flatMap((slice) => [slice, slice.open?.(services) ?? {}]);
  return {
    routes: parts.flatMap(({ routes = [] }) => routes),
    raw: parts.flatMap(({ raw = [] }) => raw),
    forms: parts.flatMap(({ forms = [] }) => forms),
    pages: parts.flatMap(({ pages = [] }) => pages),
    jobs: parts.flatMap(({ jobs = [] }) => jobs),
    periodic: parts.flatMap(({ periodic = [] }) => periodic),
    components: parts.flatMap(({ components = {} }) => Object.entries(components)),
    async start() {
      for (const part of parts) await part.start?.();
    },
    giveUp() {
      for (const part of parts) part.giveUp?.();
    },
  };
}
