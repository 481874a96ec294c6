// BigBlueButton: a call is a URL of this server, which creates the meeting when somebody joins.
import { randomBytes } from 'node:crypto';
import { createBigBlueButtonCall, MAX_CALL_NAME_LENGTH, NotFound, Refused } from '@stoa/contract';
import { htmlPage } from '../../kit/http/pages/html-page.ts';
import { readBody, readQuery } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext, RawRoute } from '../../kit/http/raw-route.ts';
import { type Route, read } from '../../kit/http/route.ts';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import { escapeHtml } from '../../kit/text/escape-html.ts';
import { creationUrl, joinUrl, type MeetingTokens, readCreation } from './bigbluebutton.rules.ts';
import { requestService } from './call-service.ts';
import type { BigBlueButtonAccess } from './call-settings.ts';

const JOIN_PATH = '/calls/bigbluebutton/join';
const FORM_MAX_BYTES = 4096;
const NAME_MAX = 100;

const cut = (text: string, most: number) => [...text.toWellFormed()].slice(0, most).join('').trim();

/** [VC3] */
export function bigBlueButtonRoutes(access: BigBlueButtonAccess | null, tokens: MeetingTokens): Route[] {
  return [
    read(createBigBlueButtonCall, async ({ actor }, { meeting_name, voice_only }) => {
      if (!access) throw Refused('bigbluebutton_off');
      const bigbluebutton = tokens.sign({
        meeting_id: `stoa-${randomBytes(16).toString('hex')}`,
        name: cut(meeting_name, MAX_CALL_NAME_LENGTH) || 'Call',
        voice_only,
        moderator_id: actor.user_id,
        realm_id: actor.realm.realm_id,
      });
      return { url: `${JOIN_PATH}?${new URLSearchParams({ bigbluebutton })}` };
    }),
  ];
}

/** Callers with credentials join under their name; others enter one. Anyone with the URL can join. [VC4] */
export function bigBlueButtonPages(
  access: BigBlueButtonAccess | null,
  tokens: MeetingTokens,
  outbound: Outbound,
): RawRoute[] {
  const handle = async ({ actor, realm, request }: RawContext): Promise<Response> => {
    if (!access) throw Refused('bigbluebutton_off');
    const meeting = tokens.open(readQuery(request).get('bigbluebutton') ?? '');
    if (meeting?.realm_id !== realm.realm_id) throw NotFound('There is no call at this address.');
    const body = request.method === 'POST' ? new TextDecoder().decode(await readBody(request, FORM_MAX_BYTES)) : '';
    const full_name = actor?.full_name ?? cut(new URLSearchParams(body).get('name') ?? '', NAME_MAX);
    if (full_name === '') return namePage(access, realm.name, meeting.name);
    const created = await requestService(outbound, creationUrl(access, meeting), {}, 'bigbluebutton_unreachable');
    const created_at = readCreation(created.status, created.body.toString('utf8'));
    const location = joinUrl(access, meeting, created_at, {
      full_name,
      is_moderator: actor?.user_id === meeting.moderator_id,
    });
    return new Response(null, {
      status: 303,
      headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
  };
  return [{ methods: ['GET', 'POST'], path: JOIN_PATH, access: 'spectator', scope: 'send', handle }];
}

function namePage(access: BigBlueButtonAccess, where: string, title: string): Response {
  const field = { name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', maxlength: NAME_MAX } as const;
  const page = htmlPage(where, { title, form: { fields: [field], button: 'Join the call' } });
  // Browsers apply a form's target policy to redirects too.
  const policy = page.headers.get('content-security-policy')!;
  const target = escapeHtml(new URL(access.url).origin);
  page.headers.set('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${target}`));
  return page;
}
