// Single sign-on: people prove who they are at an identity provider (OpenID Connect or SAML). A Stoa extension.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest, UserDeactivated } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { NewSession } from '../sessions/index.ts';

/** Kinds of identity providers: the name in `external_authentication_methods`, and the page that leads to the provider. */
export const SIGN_ON_METHODS = {
  openid: { name: 'oidc', path: '/login/openid' },
  saml: { name: 'saml', path: '/login/saml' },
} as const;
/** The address of the client to which the page returns, followed by the code for {@link createExternalSession}. */
export const SIGNED_IN_HASH = '#signed-in/';
/** The same after a session was confirmed, followed by the code for {@link finishExternalConfirmation}. */
export const CONFIRMED_HASH = '#confirmed/';

/** Codes of refusals contain them, sealed. */
const CODE_MAX = 4000;

const answer = {
  /** The code in the address after the identity provider; works once, within a minute. The code of a refusal returns that refusal. */
  code: z.string().max(CODE_MAX),
  /** The text whose SHA-256 digest, in hexadecimal, was the `challenge`. */
  verifier: z.string().min(32).max(200),
};

export const createExternalSession = endpoint({
  id: 'create-external-session',
  method: 'POST',
  path: '/sessions/external',
  access: 'public',
  params: () =>
    z.object({
      ...answer,
      /** The device name shown to people; defaults to the name of the calling program. */
      device_name: z.string().optional(),
    }),
  result: () => NewSession,
  errors: [BadRequest, UserDeactivated],
  refused: true,
  summary: 'Sign in on a device after single sign-on',
});

export const confirmExternally = endpoint({
  id: 'confirm-externally',
  method: 'POST',
  path: '/sessions/confirm/external',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  params: () =>
    z.object({
      /** The SHA-256 digest, in hexadecimal, of a text that the caller keeps. */
      challenge: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  result: () =>
    z.object({
      /** A page that asks the identity provider to check the caller again; valid for ten minutes. */
      url: z.string(),
    }),
  errors: [BadRequest],
  refused: true,
  summary: 'Confirm a session by single sign-on instead of a password, after an endpoint returned PASSWORD_NEEDED',
});

export const finishExternalConfirmation = endpoint({
  id: 'finish-external-confirmation',
  method: 'POST',
  path: '/sessions/confirm/external/finish',
  access: 'user',
  scope: 'key',
  before_two_factor: true,
  params: () => z.object(answer),
  errors: [BadRequest],
  refused: true,
  summary: 'Finish the confirmation of your session by single sign-on',
});

export const singleSignOnContract = slice({
  name: 'single-sign-on',
  endpoints: { createExternalSession, confirmExternally, finishExternalConfirmation },
});
