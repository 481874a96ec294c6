// The declaration of a slice: everything it adds to the server. `slices.ts` lists all slices; routes, register, jobs and timers
// derive from that list.
import type { Slice } from '@stoa/contract';
import type { Presenters } from '../feed/present.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { Serve } from '../kit/http/handling.ts';
import type { FormPage } from '../kit/http/pages/form-page.ts';
import type { RawRoute } from '../kit/http/raw-route.ts';
import type { Route } from '../kit/http/route.ts';
import type { JobHandler } from '../kit/jobs/jobs.ts';
import type { Component } from '../kit/lifecycle/lifecycle.ts';
import type { PeriodicTask } from '../kit/lifecycle/periodic.ts';
import type { Composer } from '../kit/mail/email-templates.ts';
import type { SecondFactor } from '../kit/sign-in/second-factor.ts';
import type { SignUpConfig } from '../kit/sign-in/sign-up-config.ts';
import type { StatePart } from './state.ts';
import type { Invariant, TableDeclaration } from './tables.ts';

/** The parts of a slice that may need services. */
export interface SliceParts {
  readonly routes?: readonly Route[];
  /** Paths whose handlers read the request and write the response themselves. */
  readonly raw?: readonly RawRoute[];
  /** Form pages for people without the web client. */
  readonly forms?: readonly FormPage[];
  /** Pages outside the API. */
  readonly pages?: readonly (readonly [path: string, Serve])[];
  readonly jobs?: readonly JobHandler[];
  readonly periodic?: readonly PeriodicTask[];
  /** Stopped after the last request. */
  readonly components?: Readonly<Record<string, Component>>;
  /** Runs after everything that requests use has started, before the first request. */
  start?(): Promise<void>;
  /** Called before running jobs are awaited: they should end early. */
  giveUp?(): void;
}

/** Services that email templates may need. */
export interface EmailServices extends SignUpConfig {
  readonly second_factor: Pick<SecondFactor, 'findShutOut'>;
}

interface Declared<S> extends SliceParts {
  /** Presenters of events whose form depends on client capabilities, by event type. */
  readonly presenters?: Presenters;
  /** Its tables that refer to accounts or messages. */
  readonly tables?: Readonly<Record<string, TableDeclaration>>;
  /** The keys of all files that its rows need: what a backup takes and `stoa check` looks for. A test demands it. */
  readonly stored_files?: (db: Connection) => Promise<readonly string[]>;
  /** Invariants that `stoa check` verifies. */
  readonly invariants?: readonly Invariant[];
  /** Composers of its mails. */
  emails?(services: EmailServices): readonly Composer[];
  /** The parts that need services. Called once, when the server starts. */
  readonly open?: (services: S) => SliceParts;
}

export interface ServerSlice<S> extends Declared<S> {
  readonly name: string;
  /** Its parts of the initial state, by their names in the contract. */
  readonly state: Readonly<Record<string, StatePart>>;
}

type StateOf<C extends Slice> = { readonly [Name in keyof C['state']]: StatePart<C['state'][Name]> };
type Named<C extends Slice> = { readonly contract: C } & (keyof C['state'] extends never
  ? { readonly state?: undefined }
  : { readonly state: StateOf<C> });
type Nameless = { readonly contract?: undefined; readonly name: string; readonly state?: undefined };

/** Declares a slice: by its contract, or by a name if it has no endpoints. */
export function defineSlice<C extends Slice, S = unknown>(
  declaration: (Named<C> | Nameless) & Declared<S>,
): ServerSlice<S> {
  const { contract, state = {}, ...parts } = declaration;
  const name = contract === undefined ? (declaration as Nameless).name : contract.name;
  return { ...parts, name, state: state as ServerSlice<S>['state'] };
}
