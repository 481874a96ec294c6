// Passkeys as the browser has them, by its own methods for JSON. Talks to no server.
import type {
  beginPasskey,
  beginPasskeySession,
  createPasskey,
  createPasskeySession,
  InputOf,
  ResultOf,
} from '@stoa/contract';

type Created = InputOf<typeof createPasskey>['credential'];
type Used = InputOf<typeof createPasskeySession>['credential'];

/** Null where browsers have none: without TLS, at an IP address, and in old ones. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname);

/** Whether the browser offers passkeys among the suggestions of a field. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** The reader has closed the browser's dialog, or something else took its place. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Rejects with an `InvalidStateError` where the device has one already. */
export async function makePasskey(options: ResultOf<typeof beginPasskey>['options']): Promise<Created> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return made.toJSON() as Created;
}

/** `among_suggestions`: waits until the reader chooses one, or the signal ends it. */
export async function askForPasskey(
  options: ResultOf<typeof beginPasskeySession>['options'],
  { signal, among_suggestions = false }: { readonly signal?: AbortSignal; readonly among_suggestions?: boolean } = {},
): Promise<Used> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const used = (await navigator.credentials.get({
    publicKey,
    signal,
    mediation: among_suggestions ? 'conditional' : 'optional',
  })) as PublicKeyCredential;
  return used.toJSON() as Used;
}
