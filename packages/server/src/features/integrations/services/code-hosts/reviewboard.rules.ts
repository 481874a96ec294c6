// Review Board: https://www.reviewboard.org/docs/manual/latest/webapi/2.0/events. Pure.
import { z } from 'zod';
import type { Delivery, PayloadFormat } from '../../integration.rules.ts';
import { bold, bullets, code, inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { count, flag, formatOf, items, maybe, part, text } from '../../payload.rules.ts';
import { type Fact, facts, listed, shown } from '../facts.rules.ts';

const Titled = part(z.looseObject({ title: maybe }));
const Request = z.looseObject({
  review_request: z.looseObject({
    id: text,
    summary: text,
    description: maybe,
    close_description: maybe,
    status: maybe,
    absolute_url: maybe,
    target_people: items(Titled),
    target_groups: items(Titled),
    links: part(z.looseObject({ repository: Titled, submitter: Titled })),
  }),
  is_new: flag,
});
const Person = part(z.looseObject({ username: maybe, fullname: maybe }));
const Acted = z.looseObject({ reopened_by: Person, closed_by: Person, close_type: maybe });
const Remarks = items(
  z.looseObject({
    text: maybe,
    first_line: count,
    links: part(z.looseObject({ filediff: Titled })),
  }),
);
const Comments = z.looseObject({
  diff_comments: Remarks,
  general_comments: Remarks,
  file_attachment_comments: Remarks,
});
const Review = z.looseObject({
  body_top: maybe,
  body_bottom: maybe,
  ship_it: flag,
  absolute_url: maybe,
  links: part(z.looseObject({ user: Titled })),
});
const Named = z.looseObject({ event: maybe });
const Reviewed = z.looseObject({ review: Review });
const Replied = z.looseObject({ reply: Review });

type RequestOf = z.output<typeof Request>['review_request'];
type EventFormat = (delivery: Delivery, about: RequestOf) => string;

const REMARKS_SHOWN = 20;

const named = ({ id, summary, absolute_url }: RequestOf): string => link(`#${id}: ${summary}`, absolute_url);
const titles = (all: readonly z.output<typeof Titled>[]): string => listed(all.map((one) => shown(one?.title)));
const nameOf = (person: z.output<typeof Person>, about: RequestOf): string =>
  bold(person?.username || person?.fullname || about.links?.submitter?.title || 'Somebody');

function details({ description, status, target_people, target_groups }: RequestOf): string {
  const entries: Fact[] = [
    ['Description', description?.trim()],
    ['Status', shown(status)],
    ['Target people', titles(target_people)],
    ['Target groups', titles(target_groups)],
  ];
  return quote(facts(entries, ''));
}

const published: EventFormat = ({ payload }, about) => {
  const did = Request.parse(payload).is_new === false ? 'updated' : 'opened';
  return paragraphs(`${nameOf(null, about)} ${did} ${named(about)}:`, details(about));
};

const reopened: EventFormat = ({ payload }, about) =>
  paragraphs(`${nameOf(Acted.parse(payload).reopened_by, about)} reopened ${named(about)}:`, details(about));

const closed: EventFormat = ({ payload }, about) => {
  const { closed_by, close_type } = Acted.parse(payload);
  const as = close_type ? ` as ${inline(close_type)}` : '';
  const why = about.close_description?.trim();
  const because = why ? quote(`**Close description**: ${why}`) : '';
  return paragraphs(`${nameOf(closed_by, about)} closed ${named(about)}${as}:`, because, details(about));
};

/** What somebody wrote on files, lines and the whole. */
function remarks(payload: unknown): string {
  const { diff_comments, general_comments, file_attachment_comments } = Comments.parse(payload);
  const all = [...general_comments, ...diff_comments, ...file_attachment_comments];
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

const FORMATS: Readonly<Record<string, EventFormat>> = {
  review_request_published: published,
  review_request_reopened: reopened,
  review_request_closed: closed,
  review_published: ({ payload }, about) =>
    said(payload, about, Reviewed.parse(payload).review, { did: 'reviewed', kind: 'Review' }),
  reply_published: ({ payload }, about) =>
    said(payload, about, Replied.parse(payload).reply, { did: 'replied', preposition: 'to ', kind: 'Reply' }),
};

export const reviewboard: PayloadFormat = (delivery) => {
  const event = delivery.headers.get('x-reviewboard-event') ?? Named.parse(delivery.payload).event ?? null;
  const format = formatOf(FORMATS, event);
  const { review_request } = Request.parse(delivery.payload);
  const topic = topicOf(review_request.links?.repository?.title) || 'Review Board';
  return { topic, content: format(delivery, review_request), event };
};
