// Requests the data of the sign-in page before the client is loaded. Imports nothing large: the page's first script runs it.

/** For requests outside the SDK. */
export const PLAIN = { headers: { accept: 'application/json' }, credentials: 'omit' } as const satisfies RequestInit;

const FACTS = ['/entrance', '/api/v1/server_settings'] as const;

declare global {
  /** Responses to early requests; taken once. Null once the page has made a request, whichever script ran first. */
  var stoaSignIn: readonly Promise<Response>[] | null | undefined;
}

export function askSignInFacts(): void {
  if (globalThis.stoaSignIn === null) return;
  globalThis.stoaSignIn = FACTS.map((path) => fetch(path, PLAIN));
  // The page that takes them reports errors.
  for (const answer of globalThis.stoaSignIn) answer.catch(() => {});
}

export function takeSignInFacts(): readonly Promise<Response>[] {
  const early = globalThis.stoaSignIn;
  globalThis.stoaSignIn = null;
  return early ?? FACTS.map((path) => fetch(path, PLAIN));
}
