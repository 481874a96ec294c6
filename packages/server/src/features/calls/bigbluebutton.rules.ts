// Signed BigBlueButton URLs, and its responses. Pure except for the digest.
// https://docs.bigbluebutton.org/development/api
import { createHash } from 'node:crypto';
import { Refused } from '@stoa/contract';
import { z } from 'zod';
import type { BigBlueButtonAccess } from './call-settings.ts';
import { SignedValues } from './signed-values.ts';

const Meeting = z.object({
  meeting_id: z.string(),
  name: z.string(),
  voice_only: z.boolean(),
  /** The creator of the call becomes its moderator. */
  moderator_id: z.number(),
  realm_id: z.number(),
});
export type Meeting = z.output<typeof Meeting>;

/** Signs meetings in URLs, so that only those made by this server are accepted. [VC3] */
export type MeetingTokens = SignedValues<Meeting>;
export const meetingTokens = (key: string): MeetingTokens => new SignedValues(key, Meeting);

function apiUrl({ url, secret }: BigBlueButtonAccess, call: 'create' | 'join', params: Record<string, string>): string {
  const query = new URLSearchParams(params).toString();
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex');
  return `${url}api/${call}?${query}&checksum=${checksum}`;
}

export const creationUrl = (access: BigBlueButtonAccess, { meeting_id, name, voice_only }: Meeting): string =>
  apiUrl(access, 'create', { meetingID: meeting_id, name, lockSettingsDisableCam: String(voice_only) });

export const joinUrl = (
  access: BigBlueButtonAccess,
  { meeting_id }: Meeting,
  created_at: string,
  person: { readonly full_name: string; readonly is_moderator: boolean },
): string =>
  apiUrl(access, 'join', {
    meetingID: meeting_id,
    role: person.is_moderator ? 'MODERATOR' : 'VIEWER',
    fullName: person.full_name,
    createTime: created_at,
  });

const element = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>\\s*([\\w.-]{1,100})\\s*</${name}>`).exec(xml)?.[1] ?? null;

/** The creation time of the meeting, which a join must name. Throws with a reason that reveals nothing about the server. */
export function readCreation(status: number, xml: string): string {
  if (status !== 200) throw Refused('bigbluebutton_unreachable');
  if (element(xml, 'messageKey') === 'checksumError') throw Refused('bigbluebutton_credentials');
  const created_at = element(xml, 'createTime');
  if (element(xml, 'returncode') !== 'SUCCESS' || !created_at || !/^\d{1,20}$/.test(created_at))
    throw Refused('bigbluebutton_failed');
  return created_at;
}
