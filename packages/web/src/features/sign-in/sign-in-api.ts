// Requests before sign-in, at addresses outside the API: emailed links and server setup. They answer in the API's format.
import type { NewSession } from '@stoa/contract';
import { ApiError } from '@stoa/contract/api-error';
import { currentLanguage } from '../../base/text/text.ts';
import { PLAIN, takeSignInFacts } from '../../model/session/early-sign-in.ts';
import { thisDevice } from './device-name.ts';

/** GET without fields, POST with them. Rejects with an {@link ApiError}, or as `fetch` does. */
export async function callApi<Answer>(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer> {
  return readAnswer(
    await fetch(path, { ...PLAIN, ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}) }),
  );
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const { result, code, msg, ...answer } = (await response.json()) as Record<string, unknown>;
  if (result !== 'success') throw new ApiError(String(code), response.status, String(msg), answer);
  return answer as Answer;
}

export interface SignInOptions {
  readonly is_waiting_for_setup: boolean;
  readonly sends_mail: boolean;
  readonly is_open_to_all: boolean;
  /** Accounts available without a password on a development server. */
  readonly dev_accounts?: readonly DevAccount[];
}

export interface DevAccount {
  readonly user_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly role: number;
}
export const signInAs = (email: string) => callApi<NewSession>('/dev-session', { email, device_name: thisDevice() });

export interface PasswordCredentials {
  readonly username: string;
  readonly password: string;
}

/** `code` is empty until the server has asked for one: it must not look for one in the password. */
export const signIn = (fields: PasswordCredentials & { readonly code: string }) =>
  callApi<NewSession>('/api/v1/sessions', { ...fields, device_name: thisDevice() });

export const createExternalSession = (fields: { readonly code: string; readonly verifier: string }) =>
  callApi<NewSession>('/api/v1/sessions/external', { ...fields, device_name: thisDevice() });

/** The key of the invitation at an address such as `/join/0123...`. */
export const invitationKeyIn = (path: string): string | null => /^\/join\/([^/]+)/.exec(path)?.[1] ?? null;

/** Asked for side by side, by the page's first script where that ran. */
export function fetchSignInFacts<ServerSettings>() {
  const [entrance, server_settings] = takeSignInFacts().map((response) => response.then(readAnswer)) as [
    Promise<unknown>,
    Promise<unknown>,
  ];
  server_settings.catch(() => {});
  return { entrance: entrance as Promise<SignInOptions>, server_settings: server_settings as Promise<ServerSettings> };
}

/** The channels that may be read without an account; none where the organization doesn't allow it. */
export async function fetchWebPublicIds(): Promise<number[]> {
  const which = 'include_public=false&include_subscribed=false&include_web_public=true';
  const { streams } = await callApi<{ streams: { stream_id: number }[] }>(`/api/v1/streams?${which}`);
  return streams.map(({ stream_id }) => stream_id);
}

export interface FirstConversation {
  readonly channel_id: number;
  readonly topic: string;
  readonly sends_mail: boolean;
}

export interface SetupForm {
  readonly organization: string;
  readonly full_name: string;
  readonly email: string;
  readonly password: string;
}
export const setUp = (key: string, form: SetupForm) =>
  callApi<NewSession & FirstConversation>('/setup', {
    ...form,
    key,
    language: currentLanguage(),
    url: location.origin,
    device_name: thisDevice(),
  });

/** The key in an address such as `/#setup/0123...`. */
export const setupKeyIn = (hash: string): string | null => /^#setup\/([0-9a-f]+)$/.exec(hash)?.[1] ?? null;

/** Paths outside the client that emails and invitations lead to. */
export type AccountLinkKind = 'join' | 'register' | 'forgot-password' | 'reset-password' | 'confirm-email';
export interface AccountLink {
  readonly kind: AccountLinkKind;
  readonly path: string;
}

export function accountLinkAt(pathname: string): AccountLink | null {
  const kind = /^\/(join|reset-password|confirm-email)\/[^/]+\/?$|^\/(register|forgot-password)\/?$/.exec(pathname);
  return kind && { kind: (kind[1] ?? kind[2]) as AccountLinkKind, path: pathname };
}

/** The purpose of a link, depending on its kind. */
export interface AccountLinkInfo {
  readonly organization?: string;
  readonly inviter?: string | null;
  readonly email?: string | null;
  readonly needs_confirmation?: boolean;
}
