// Greenhouse: https://developers.greenhouse.io/webhooks.html. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, inline, link, topicOf } from '../../markdown.rules.ts';
import { Id, maybe, text } from './business.rules.ts';

const Named = z.looseObject({ name: maybe }).nullish();
const Contact = z.looseObject({ value: maybe, type: maybe });
const Candidate = z.looseObject({
  id: Id,
  first_name: maybe,
  last_name: maybe,
  email_addresses: z.array(Contact).nullish(),
  attachments: z.array(z.looseObject({ filename: maybe, url: maybe, type: maybe })).nullish(),
});
type Candidate = z.output<typeof Candidate>;
const Application = z.looseObject({
  candidate: Candidate.nullish(),
  jobs: z.array(z.looseObject({ name: maybe })).nullish(),
  current_stage: Named,
  rejection_reason: Named,
});
type Application = z.output<typeof Application>;
const Payload = z.looseObject({
  action: text,
  payload: z.looseObject({ application: Application.nullish(), candidate: Candidate.nullish() }).nullish(),
});

const ITEMS_SHOWN = 10;

const ACTIONS: Readonly<Record<string, string>> = {
  candidate_stage_change: 'moved to another stage',
  hire_candidate: 'was hired',
  new_candidate_application: 'applied',
  new_prospect_application: 'was added as a prospect',
  reject_candidate: 'was rejected',
  unhire_candidate: 'is no longer hired',
  unreject_candidate: 'is no longer rejected',
  update_application: 'has an updated application',
  update_candidate: 'was updated',
};

/** Up to ten items in a line. */
function listed(items: readonly string[]): string {
  const shown = items.filter((item) => item !== '');
  const rest = shown.length > ITEMS_SHOWN ? ` and ${shown.length - ITEMS_SHOWN} more` : '';
  return `${shown.slice(0, ITEMS_SHOWN).join(', ')}${rest}`;
}

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

function details({ email_addresses, attachments }: Candidate, application: Application | null | undefined): string {
  const emails = (email_addresses ?? []).map(({ value, type }) =>
    value ? `${inline(value)}${type ? ` (${inline(type)})` : ''}` : '',
  );
  const files = (attachments ?? []).map(({ filename, url, type }) =>
    link(capital((type || filename || 'file').replaceAll('_', ' ')), url),
  );
  const rows = [
    ['Role', listed((application?.jobs ?? []).map(({ name }) => inline(name ?? '')))],
    ['Stage', inline(application?.current_stage?.name ?? '')],
    ['Rejection reason', inline(application?.rejection_reason?.name ?? '')],
    ['Emails', listed(emails)],
    ['Attachments', listed(files)],
  ].flatMap(([label, value]) => (value ? [`**${label}**: ${value}`] : []));
  return rows.length === 0 ? '.' : `:\n${bullets(rows, rows.length)}`;
}

/** `hire_candidate` as in topics: `Hire Candidate`. */
const titleOf = (action: string) => action.split('_').map(capital).join(' ');

function format({ payload }: Delivery): Notice | null {
  const { action, payload: about } = Payload.parse(payload);
  // Sent when the webhook is set up.
  if (action === 'ping') return null;
  if (!Object.hasOwn(ACTIONS, action)) throw new UnsupportedEvent(action);
  const candidate = Candidate.parse(about?.application?.candidate ?? about?.candidate);
  const name = [candidate.first_name, candidate.last_name].filter((part) => part).join(' ');
  const who = bold(name) || 'A candidate';
  return {
    topic: topicOf(`${titleOf(action)} - ${candidate.id}`),
    content: `${who} (ID: ${inline(String(candidate.id))}) ${ACTIONS[action]}${details(candidate, about?.application)}`,
    event: null,
  };
}

export const greenhouse: PayloadFormat = format;
