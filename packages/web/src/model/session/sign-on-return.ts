// The addresses to which the server returns after single sign-on. Imports nothing, because the page's first script needs it. [WB903]

/** Before the code; the contract's `SIGNED_IN_HASH` and `CONFIRMED_HASH`. */
const RETURNS = { signed_in: '#signed-in/', confirmed: '#confirmed/' } as const;

export interface SignOnReturn {
  readonly kind: keyof typeof RETURNS;
  readonly code: string;
}

export function signOnReturnIn(hash: string): SignOnReturn | null {
  for (const [kind, before] of Object.entries(RETURNS))
    if (hash.startsWith(before)) return { kind: kind as SignOnReturn['kind'], code: hash.slice(before.length) };
  return null;
}

/** Takes the code out of the address and the history. Null if the page was opened otherwise. */
export function takeSignOnReturn(): SignOnReturn | null {
  const found = signOnReturnIn(location.hash);
  if (found) history.replaceState(null, '', '/');
  return found;
}
