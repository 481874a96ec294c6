// Asks register before the client has come: the server works on its answer while the browser still reads the script.
import { basicAuthorization } from '@stoa/sdk/authorization';
import { REGISTRATION } from './registration.ts';
import { loadSession } from './stored-session.ts';

interface EarlyRegister {
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  /** Between the two scripts of the page; taken once. Null when the client has asked for it, whichever script ran first. */
  var stoaRegister: EarlyRegister | null | undefined;
}

const PATH = '/api/v1/register';

/** As the SDK encodes the call: no parameter of it is plain text. */
export const earlyForm = (): URLSearchParams =>
  new URLSearchParams(Object.entries(REGISTRATION).map(([name, value]) => [name, JSON.stringify(value)]));

/** An answer that has been read already: it need not wait for somebody who reads it. */
class ReadResponse extends Response {
  constructor(
    private readonly content: string,
    status: number,
  ) {
    super(null, { status });
  }
  override text(): Promise<string> {
    return Promise.resolve(this.content);
  }
}

/** Where somebody is signed in, and the page is the client's own. On a busy machine the client may be ahead of this script. */
export function registerEarly(): void {
  if (globalThis.stoaRegister === null) return;
  const session = loadSession();
  if (!session || location.pathname !== '/') return;
  const authorization = basicAuthorization(session.email, session.key);
  const answer = fetch(location.origin + PATH, {
    method: 'POST',
    headers: { authorization },
    body: earlyForm(),
    credentials: 'omit',
    redirect: 'error',
  }).then(async (response) => new ReadResponse(await response.text(), response.status));
  // Whoever takes it asks again; nobody may ever take it.
  answer.catch(() => {});
  globalThis.stoaRegister = { authorization, answer };
}

/** The answer to a call that was made early; null if it was not, by somebody else, or in vain. */
export async function earlyAnswer(url: string, { headers }: RequestInit): Promise<Response | null> {
  const early = globalThis.stoaRegister;
  if (url !== location.origin + PATH) return null;
  globalThis.stoaRegister = null;
  if (!early) return null;
  if (new Headers(headers).get('authorization') !== early.authorization) return null;
  return early.answer.catch(() => null);
}
