// Greenhouse: https://developers.greenhouse.io/webhooks.html. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, topicOf } from '../../markdown.rules.ts';
import { items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import { capitalized } from '../../phrases.rules.ts';
import { type Fact, listed, withFacts } from '../facts.rules.ts';

const Named = part(z.looseObject({ name: maybe }));
const Candidate = part(
  z.looseObject({
    id: maybe,
    first_name: maybe,
    last_name: maybe,
    email_addresses: items(z.looseObject({ value: maybe, type: maybe })),
    attachments: items(z.looseObject({ filename: maybe, url: maybe, type: maybe })),
  }),
);
type Candidate = NonNullable<z.output<typeof Candidate>>;
const Application = part(
  z.looseObject({
    candidate: Candidate,
    jobs: items(z.looseObject({ name: maybe })),
    current_stage: Named,
    rejection_reason: Named,
  }),
);
const Payload = z.looseObject({
  action: text,
  payload: part(z.looseObject({ application: Application, candidate: Candidate })),
});

const ACTIONS: Readonly<Record<string, string>> = {
  candidate_anonymized: 'was anonymized',
  candidate_stage_change: 'moved to another stage',
  delete_application: 'had an application deleted',
  hire_candidate: 'was hired',
  merge_candidate: 'was merged with another candidate',
  new_candidate_application: 'applied',
  new_prospect_application: 'was added as a prospect',
  prospect_converted: 'is now a candidate',
  reject_candidate: 'was rejected',
  unhire_candidate: 'is no longer hired',
  unreject_candidate: 'is no longer rejected',
  update_application: 'has an updated application',
  update_candidate: 'was updated',
};

function details({ email_addresses, attachments }: Candidate, application: z.output<typeof Application>): Fact[] {
  const emails = email_addresses.map(({ value, type }) =>
    value ? `${inline(value)}${type ? ` (${inline(type)})` : ''}` : '',
  );
  const files = attachments.map(({ filename, url, type }) =>
    link(capitalized((type || filename || 'file').replaceAll('_', ' ')), url),
  );
  const jobs = (application?.jobs ?? []).map(({ name }) => inline(name ?? ''));
  return [
    ['Role', listed(jobs)],
    ['Stage', inline(application?.current_stage?.name ?? '')],
    ['Rejection reason', inline(application?.rejection_reason?.name ?? '')],
    ['Emails', listed(emails)],
    ['Attachments', listed(files)],
  ];
}

/** `hire_candidate` as in topics: `Hire Candidate`. */
const titleOf = (action: string) => action.split('_').map(capitalized).join(' ');

export const greenhouse: PayloadFormat = ({ payload }) => {
  const { action, payload: about } = Payload.parse(payload);
  // Sent when the webhook is set up.
  if (action === 'ping') return null;
  const found = about?.application?.candidate ?? about?.candidate;
  const did = lookUp(ACTIONS, action);
  if (!found && !did) throw new UnsupportedEvent(action);
  const candidate = required(found);
  const name = [candidate.first_name, candidate.last_name].filter((part) => part).join(' ');
  const who = `${bold(name) || 'A candidate'}${candidate.id ? ` (ID: ${inline(candidate.id)})` : ''}`;
  return {
    topic: topicOf([titleOf(action), candidate.id].filter((part) => part).join(' - ')),
    content: withFacts(
      `${who} ${did ?? `has a new event: ${inline(titleOf(action))}`}`,
      details(candidate, about?.application),
    ),
    event: null,
  };
};
