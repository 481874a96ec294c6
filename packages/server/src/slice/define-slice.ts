// What a slice adds to the server. `slices.ts` lists them all; routes, register, jobs, timers and the rest derive from that list.
import type { Slice } from '@stoa/contract';
import type { Presenters } from '../feed/present.ts';
import type { Handle } from '../kit/http/answering.ts';
import type { FormPage } from '../kit/http/form-page.ts';
import type { RawRoute } from '../kit/http/raw-route.ts';
import type { Route } from '../kit/http/route.ts';
import type { JobHandler } from '../kit/jobs.ts';
import type { Component } from '../kit/lifecycle.ts';
import type { Composer } from '../kit/mail/letters.ts';
import type { PeriodicTask } from '../kit/periodic.ts';
import type { SignUpConfig } from '../kit/sign-up-config.ts';
import type { StatePart } from './state.ts';
import type { Invariant, TableDeclaration } from './tables.ts';

/** What may need services. */
export interface SliceParts {
  readonly routes?: readonly Route[];
  /** Paths whose handlers read the request and make the answer themselves. */
  readonly raw?: readonly RawRoute[];
  /** Pages with a form, for people without the web client. */
  readonly forms?: readonly FormPage[];
  /** Pages beside the API. */
  readonly pages?: readonly (readonly [path: string, Handle])[];
  readonly jobs?: readonly JobHandler[];
  readonly periodic?: readonly PeriodicTask[];
  /** Stopped when no request is under way any more. */
  readonly components?: Readonly<Record<string, Component>>;
  /** Done when everything that requests use has started, before the first of them. */
  start?(): Promise<void>;
  /** Told, before the jobs under way are awaited, that they should end early. */
  giveUp?(): void;
}

interface Declared<S> extends SliceParts {
  /** The forms of its events that depend on what a client declared, by event type. */
  readonly presenters?: Presenters;
  /** Those that refer to accounts or messages. */
  readonly tables?: Readonly<Record<string, TableDeclaration>>;
  /** What `stoa check` looks at. */
  readonly invariants?: readonly Invariant[];
  /** The mails that it has sent. */
  letters?(config: SignUpConfig): readonly Composer[];
  /** The parts that need services. Called once, when the server starts. */
  readonly open?: (services: S) => SliceParts;
}

export interface ServerSlice<S> extends Declared<S> {
  readonly name: string;
  /** What register reads of it, by the names of the contract. */
  readonly state: Readonly<Record<string, StatePart>>;
}

type StateOf<C extends Slice> = { readonly [Name in keyof C['state']]: StatePart<C['state'][Name]> };
type Named<C extends Slice> = { readonly contract: C } & (keyof C['state'] extends never
  ? { readonly state?: undefined }
  : { readonly state: StateOf<C> });
type Nameless = { readonly contract?: undefined; readonly name: string; readonly state?: undefined };

/** Declares a slice: by its contract, or by a name where clients call nothing of it. */
export function defineSlice<C extends Slice, S = unknown>(
  declaration: (Named<C> | Nameless) & Declared<S>,
): ServerSlice<S> {
  const { contract, state = {}, ...parts } = declaration;
  const name = contract === undefined ? (declaration as Nameless).name : contract.name;
  return { ...parts, name, state: state as ServerSlice<S>['state'] };
}
