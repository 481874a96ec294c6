// What somebody wants of the identity provider, as the query of the first page says.
import { BadRequest, LanguageCode, type RealmId, Refused } from '@stoa/contract';
import { languageOf } from '../../kit/text/language-tags.ts';
import type { Purpose, SignOnSeals } from './sign-on-seals.ts';

/** Keys of links are shorter; browsers drop cookies over 4 KiB. */
const INVITATION_MAX = 200;

interface PurposeRequest {
  readonly realm_id: RealmId;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: Headers;
  readonly now: number;
}

/** Null for a page opened by hand. Throws if the query is wrong, or its confirmation has expired. */
export function purposeOf(seals: SignOnSeals, { realm_id, query, headers, now }: PurposeRequest): Purpose | null {
  // The language of the page that led here; an app of a phone opens a browser, which has the phone's. [SO800]
  const language = LanguageCode.safeParse(query.get('language')).data ?? languageOf(headers.get('accept-language'));
  const confirmation = query.get('confirmation');
  if (confirmation !== undefined) {
    const session = seals.open('confirmation', realm_id, confirmation, now);
    if (!session) throw Refused('sign_on_stale');
    return { kind: 'confirmation', ...session };
  }
  const otp = query.get('mobile_flow_otp');
  if (otp !== undefined) {
    if (!/^[0-9a-f]{64}$/i.test(otp)) throw BadRequest('Invalid OTP');
    return { kind: 'app', otp: otp.toLowerCase(), language };
  }
  const challenge = query.get('challenge');
  if (challenge === undefined) return null;
  if (!/^[0-9a-f]{64}$/.test(challenge)) throw BadRequest('Invalid challenge');
  const invitation = query.get('invitation') ?? null;
  if (invitation !== null && invitation.length > INVITATION_MAX) throw BadRequest('Invalid invitation');
  return { kind: 'device', challenge, invitation, language };
}
