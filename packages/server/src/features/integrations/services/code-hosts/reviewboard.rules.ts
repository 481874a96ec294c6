// Review Board: https://www.reviewboard.org/docs/manual/latest/webapi/2.0/events. Pure.
import { z } from 'zod';
import { type Delivery, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, bullets, code, inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { maybe, text } from './git-host.rules.ts';

const Titled = z.looseObject({ title: maybe }).nullish();
const Request = z.looseObject({
  review_request: z.looseObject({
    id: z.number(),
    summary: text,
    description: maybe,
    close_description: maybe,
    status: maybe,
    absolute_url: maybe,
    target_people: z.array(Titled).nullish(),
    target_groups: z.array(Titled).nullish(),
    links: z.looseObject({ repository: Titled, submitter: Titled }),
  }),
  is_new: z.boolean().nullish(),
});
const Person = z.looseObject({ username: maybe, fullname: maybe }).nullish();
const Acted = z.looseObject({ reopened_by: Person, closed_by: Person, close_type: maybe });
const Remarks = z
  .array(
    z.looseObject({
      text: maybe,
      first_line: z.number().nullish(),
      links: z.looseObject({ filediff: Titled }).nullish(),
    }),
  )
  .nullish();
const Comments = z.looseObject({
  diff_comments: Remarks,
  general_comments: Remarks,
  file_attachment_comments: Remarks,
});
const Review = z.looseObject({
  body_top: maybe,
  body_bottom: maybe,
  ship_it: z.boolean().nullish(),
  absolute_url: maybe,
  links: z.looseObject({ user: Titled }).nullish(),
});
const Reviewed = z.looseObject({ review: Review });
const Replied = z.looseObject({ reply: Review });

type RequestOf = z.output<typeof Request>['review_request'];
type Say = (delivery: Delivery, about: RequestOf) => string;

const REMARKS_SHOWN = 20;
const PEOPLE_SHOWN = 20;

const named = ({ id, summary, absolute_url }: RequestOf): string => link(`#${id}: ${summary}`, absolute_url);
const titles = (all: readonly z.output<typeof Titled>[] | null | undefined): string =>
  (all ?? [])
    .slice(0, PEOPLE_SHOWN)
    .flatMap((one) => (one?.title ? [inline(one.title)] : []))
    .join(', ');
const nameOf = (person: z.output<typeof Person>, about: RequestOf): string =>
  bold(person?.username || person?.fullname || about.links.submitter?.title || 'Somebody');

function details({ description, status, target_people, target_groups }: RequestOf): string {
  const facts = [
    ['Description', description?.trim()],
    ['Status', inline(status ?? '')],
    ['Target people', titles(target_people)],
    ['Target groups', titles(target_groups)],
  ];
  return quote(facts.flatMap(([name, value]) => (value ? [`**${name}**: ${value}`] : [])).join('\n'));
}

const published: Say = ({ payload }, about) => {
  const did = Request.parse(payload).is_new === false ? 'updated' : 'opened';
  return paragraphs(`${nameOf(null, about)} ${did} ${named(about)}:`, details(about));
};

const reopened: Say = ({ payload }, about) =>
  paragraphs(`${nameOf(Acted.parse(payload).reopened_by, about)} reopened ${named(about)}:`, details(about));

const closed: Say = ({ payload }, about) => {
  const { closed_by, close_type } = Acted.parse(payload);
  const as = close_type ? ` as ${inline(close_type)}` : '';
  const why = about.close_description?.trim();
  const because = why ? quote(`**Close description**: ${why}`) : '';
  return paragraphs(`${nameOf(closed_by, about)} closed ${named(about)}${as}:`, because, details(about));
};

/** What somebody wrote on files, lines and the whole. */
function remarks(payload: unknown): string {
  const { diff_comments, general_comments, file_attachment_comments } = Comments.parse(payload);
  const all = [...(general_comments ?? []), ...(diff_comments ?? []), ...(file_attachment_comments ?? [])];
  const lines = all.slice(0, REMARKS_SHOWN).map(({ text, first_line, links }) => {
    // `old.ts (revision) -> new.ts (revision)`
    const file = links?.filediff?.title
      ?.split(' -> ')
      .at(-1)
      ?.replace(/ \([^()]*\)$/, '');
    const place = file ? `${code(file)}${first_line == null ? '' : ` line ${first_line}`}: ` : '';
    return `${place}${inline(text ?? '')}`;
  });
  return bullets(lines, all.length);
}

function written(payload: unknown, { body_top, body_bottom, ship_it }: z.output<typeof Review>): string {
  // The body of such a review says the same.
  const body = ship_it && body_top?.trim() === 'Ship It!' ? '' : body_top;
  return paragraphs(ship_it ? '**Ship it!**' : '', quote(body), remarks(payload), quote(body_bottom));
}

interface Words {
  readonly did: string;
  readonly preposition?: string;
  readonly kind: string;
}

function said(
  payload: unknown,
  about: RequestOf,
  review: z.output<typeof Review>,
  { did, preposition = '', kind }: Words,
): string {
  const who = bold(review.links?.user?.title || 'Somebody');
  const summary = `${who} ${link(did, review.absolute_url)} ${preposition}${named(about)}`;
  const words = written(payload, review);
  return words === '' ? `${summary}.` : paragraphs(`${summary}:`, `**${kind}**:\n${words}`);
}

const FORMATS: Readonly<Record<string, Say>> = {
  review_request_published: published,
  review_request_reopened: reopened,
  review_request_closed: closed,
  review_published: ({ payload }, about) =>
    said(payload, about, Reviewed.parse(payload).review, { did: 'reviewed', kind: 'Review' }),
  reply_published: ({ payload }, about) =>
    said(payload, about, Replied.parse(payload).reply, { did: 'replied', preposition: 'to ', kind: 'Reply' }),
};

export const reviewboard: PayloadFormat = (delivery) => {
  const read = z.looseObject({ event: text }).safeParse(delivery.payload);
  const event = delivery.headers.get('x-reviewboard-event') ?? (read.success ? read.data.event : null);
  if (event === null || !Object.hasOwn(FORMATS, event)) throw new UnsupportedEvent(event);
  const { review_request } = Request.parse(delivery.payload);
  const topic = topicOf(review_request.links.repository?.title) || 'Review Board';
  return { topic, content: FORMATS[event]!(delivery, review_request), event };
};
