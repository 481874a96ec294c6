// The address to which the server returns after single sign-on. Imports nothing, because the page's first script needs it. [WB903]

/** Before the code; the contract's `SIGNED_IN_HASH`. */
export const RETURN_HASH = '#signed-in/';

export const isSignOnReturn = (): boolean => location.hash.startsWith(RETURN_HASH);

/** Takes the code out of the address and the history. Null if the page was opened otherwise. */
export function takeSignOnCode(): string | null {
  if (!isSignOnReturn()) return null;
  const code = location.hash.slice(RETURN_HASH.length);
  history.replaceState(null, '', '/');
  return code;
}
