// What a sign-in by single sign-on carries through the browser: sealed, for one organization, and for a short time. [SO4]
import { LanguageCode, type RealmId, type UserId } from '@stoa/contract';
import { z } from 'zod';
import { TimedSeal } from '../../kit/secrets/timed-seal.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import type { Identity } from './identity.rules.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const UserIdNumber = z.number().transform((id) => id as UserId);

/** Why somebody goes to the provider: to sign in on a device, in an app of a phone, or to confirm a session. */
const Purpose = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('device'),
    challenge: hex,
    invitation: z.string().nullable(),
    language: LanguageCode.optional(),
  }),
  z.object({ kind: z.literal('app'), otp: hex, language: LanguageCode.optional() }),
  z.object({ kind: z.literal('confirmation'), user_id: UserIdNumber, session_id: z.number(), challenge: hex }),
]);
export type Purpose = z.output<typeof Purpose>;

const refusal = {
  code: z.string(),
  status: z.number(),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()),
};

/** JSON leaves out what is undefined. */
const Person = z
  .object({
    subject: z.string(),
    email: z.string().nullable(),
    is_email_verified: z.boolean().optional(),
    names: z.array(z.string()),
    language: LanguageCode.optional(),
    authenticated_at: z.number().nullable(),
    answered_at: z.number(),
    sid: z.string().nullable(),
  })
  .transform(({ is_email_verified, language, ...rest }): Identity => ({ ...rest, is_email_verified, language }));

const KINDS = {
  /** In a cookie, while the person is at the provider. */
  begun: new TimedSeal(
    600,
    z.object({
      state: z.string(),
      nonce: z.string(),
      code_verifier: z.string().optional(),
      purpose: Purpose,
      begun_at: z.number(),
    }),
  ),
  /** In the address of the page that asks again. */
  confirmation: new TimedSeal(600, z.object({ user_id: UserIdNumber, session_id: z.number(), challenge: hex })),
  /** In the address with which a refused sign-in returns to the client. */
  refusal: new TimedSeal(60, z.object({ ...refusal, challenge: hex })),
  /** In the address to which a response of SAML leads, until the browser's cookie comes with it. */
  answer: new TimedSeal(
    60,
    z.union([z.object({ refusal: z.object(refusal) }), z.object({ in_response_to: z.string(), identity: Person })]),
  ),
} as const;
type Kind = keyof typeof KINDS;
type Content<K extends Kind> = (typeof KINDS)[K] extends TimedSeal<infer C> ? C : never;

export type Begun = Content<'begun'>;

export const BEGUN_SECONDS = KINDS.begun.seconds;

const sealOf = <K extends Kind>(kind: K) => KINDS[kind] as unknown as TimedSeal<Content<K>>;
const purposeOf = (kind: Kind, realm_id: RealmId) => `sign-on ${kind} ${realm_id}`;

export class SignOnSeals {
  constructor(private readonly vault: Vault) {}

  /** Text for addresses and cookies. `now` in milliseconds. */
  seal<K extends Kind>(kind: K, realm_id: RealmId, content: Content<K>, now: number): string {
    const sealed = sealOf(kind).seal(this.vault, purposeOf(kind, realm_id), content, now);
    return Buffer.from(sealed).toString('base64url');
  }

  /** Null if it is forged, of another kind or organization, or too old. */
  open<K extends Kind>(kind: K, realm_id: RealmId, text: string, now: number): Content<K> | null {
    const sealed = Buffer.from(text, 'base64url').toString();
    return sealOf(kind).open(this.vault, purposeOf(kind, realm_id), sealed, now)?.content ?? null;
  }
}
