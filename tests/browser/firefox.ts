// Firefox over WebDriver BiDi, as distributions ship it: playwright-core's own protocol needs a patched build. What this
// version of Firefox does not know, and where playwright-core's help does not suit this client, is put right here.
import { type Browser, type BrowserContext, firefox } from 'playwright-core';

interface BidiSession {
  send(method: string, parameters: unknown): Promise<unknown>;
}
/** Of playwright-core's client, which runs in this process. */
interface Inside {
  readonly _connection: { toImpl(thing: unknown): { readonly _browserSession: BidiSession } };
}

/** Commands that Firefox 153 lacks; without them colour schemes and reduced motion stay those of the system. */
const UNKNOWN: ReadonlySet<string> = new Set(['emulation.setMediaFeaturesOverride']);

export async function launchFirefox(executablePath: string): Promise<Browser> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath });
  const { _browserSession } = (browser as unknown as Inside)._connection.toImpl(browser);
  const sessions = Object.getPrototypeOf(_browserSession) as BidiSession;
  const { send } = sessions;
  sessions.send = function (this: BidiSession, method, parameters) {
    return UNKNOWN.has(method) ? Promise.resolve({}) : send.call(this, method, parameters);
  };
  return browser;
}

/** `fill` would set a field's value past React, which then takes the field for unchanged: here it types. */
export const prepareFirefox = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const insert = (text: string) => {
      document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    };
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
  });
