// Sends register before the client is loaded: the server prepares the response while the browser parses the script.
import { basicAuthorization } from '@stoa/sdk/authorization';
import { REGISTRATION } from './registration.ts';
import { loadSession } from './stored-session.ts';

interface EarlyRegister {
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  /**
   * Passed between the two scripts of the page; taken once. Null once the client has asked, whichever script ran first.
   */
  var stoaRegister: EarlyRegister | null | undefined;
}

const PATH = '/api/v1/register';

/** Encoded as by the SDK: all parameters are JSON. */
export const earlyForm = (): URLSearchParams =>
  new URLSearchParams(Object.entries(REGISTRATION).map(([name, value]) => [name, JSON.stringify(value)]));

/** A response whose body was already read. */
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

/** Runs if somebody is signed in and the page is the client's own. On a busy machine the client may run first. */
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
  // The client registers again; nobody may ever take this response.
  answer.catch(() => {});
  globalThis.stoaRegister = { authorization, answer };
}

/** The response to an early call; null if there was none, it was for another account, or it failed. */
export async function earlyAnswer(url: string, { headers }: RequestInit): Promise<Response | null> {
  const early = globalThis.stoaRegister;
  if (url !== location.origin + PATH) return null;
  globalThis.stoaRegister = null;
  if (!early) return null;
  if (new Headers(headers).get('authorization') !== early.authorization) return null;
  return early.answer.catch(() => null);
}
