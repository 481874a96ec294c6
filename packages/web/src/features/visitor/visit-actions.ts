// What a visitor can do besides reading.
import { createContext, use } from 'react';

export interface VisitActions {
  /** Whether anybody may sign up. */
  readonly is_open_to_all: boolean;
  /** Shows the sign-in page; signing in leads back here. [WB286] */
  signIn(): void;
  /** Fetches again what is on the screen. [WB288] */
  refresh(): void;
}

export const VisitContext = createContext<VisitActions | null>(null);

export function useVisit(): VisitActions {
  const actions = use(VisitContext);
  if (!actions) throw new Error('outside of a visit');
  return actions;
}
