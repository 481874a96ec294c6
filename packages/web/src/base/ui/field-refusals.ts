// Which field of a form a refusal is about: a field declares the reasons, its form tells them of the refusal. [WB254]
import { ApiError } from '@stoa/contract/api-error';
import { createContext, use, useEffect } from 'react';

interface FormRefusals {
  /** The reasons of all fields. */
  readonly declared: Set<RegExp>;
  readonly refusal: { readonly reason: string; readonly text: string } | null;
}

export const RefusalContext = createContext<FormRefusals | null>(null);

/** The reason of a refusal, else its code; empty for any other failure. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? String(error.fields.reason ?? error.code) : '';

/** Why the server refused what is in this field; null if it did not. */
export function useFieldRefusal(about: RegExp | undefined): string | null {
  const form = use(RefusalContext);
  const declared = form?.declared;
  useEffect(() => {
    if (!about || !declared) return;
    declared.add(about);
    return () => void declared.delete(about);
  }, [about, declared]);
  return about && form?.refusal && about.test(form.refusal.reason) ? form.refusal.text : null;
}
