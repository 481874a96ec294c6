// Trello: https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks. Pure.
import { z } from 'zod';
import { type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, paragraphs, quote, time, topicOf, withQuote } from '../../markdown.rules.ts';
import { anything, flag, lookUp, maybe, part, text } from '../../payload.rules.ts';
import { withArticle } from '../../phrases.rules.ts';
import { inAddress } from '../code-hosts/git-host.rules.ts';

const Named = part(z.looseObject({ name: maybe }));
const Person = part(z.looseObject({ fullName: maybe, username: maybe }));
const Payload = z.looseObject({
  model: part(z.looseObject({ name: maybe, displayName: maybe })),
  action: z.looseObject({ type: text, data: anything, memberCreator: Person, member: Person }),
});
const Data = z.looseObject({
  board: part(z.looseObject({ name: maybe, shortLink: maybe, closed: flag })),
  boardSource: Named,
  boardTarget: Named,
  card: part(
    z.looseObject({
      name: maybe,
      shortLink: maybe,
      idShort: maybe,
      desc: maybe,
      due: maybe,
      dueComplete: flag,
      closed: flag,
    }),
  ),
  list: part(z.looseObject({ name: maybe, closed: flag })),
  listBefore: Named,
  listAfter: Named,
  label: part(z.looseObject({ name: maybe, color: maybe })),
  text: maybe,
  value: maybe,
  action: part(z.looseObject({ text: maybe })),
  attachment: part(z.looseObject({ name: maybe, url: maybe })),
  checklist: Named,
  checkItem: part(z.looseObject({ name: maybe, state: maybe })),
  old: part(z.looseObject({ name: maybe, desc: maybe, due: maybe })),
});

type Data = z.output<typeof Data>;

interface Action {
  readonly data: Data;
  readonly who: string;
  /** Who is added or removed. */
  readonly member: string;
}
type Format = (action: Action) => string | null;

const nameOf = (person: z.output<typeof Person>): string => inline(person?.fullName || person?.username || 'Somebody');
const called = (thing: z.output<typeof Named>, otherwise: string): string => inline(thing?.name || otherwise);

const addressOf = (kind: 'b' | 'c', short_link: string | null | undefined): string | null =>
  short_link ? `https://trello.com/${kind}/${inAddress(short_link)}` : null;
const cardLink = ({ card }: Data): string => link(card?.name || 'a card', addressOf('c', card?.shortLink));
const boardLink = ({ board }: Data): string => link(board?.name || 'the board', addressOf('b', board?.shortLink));

/** `{card}` and the like stand for what the action is about. */
const PARTS: Readonly<Record<string, (action: Action) => string>> = {
  attachment: ({ data: { attachment } }) => link(attachment?.name || 'an attachment', attachment?.url),
  board: ({ data }) => boardLink(data),
  card: ({ data }) => cardLink(data),
  checklist: ({ data: { checklist } }) => called(checklist, 'new'),
  checks: ({ data: { checklist } }) => bold(checklist?.name || 'a checklist'),
  gone: ({ data: { card } }) => called(card, card?.idShort ? `card #${card.idShort}` : 'a card'),
  item: ({ data: { checkItem } }) => bold(checkItem?.name || 'an item'),
  label: ({ data }) => labelOf(data),
  list: ({ data: { list } }) => called(list, 'unnamed'),
  member: ({ member }) => member,
  source: ({ data: { boardSource } }) => called(boardSource, 'another board'),
  target: ({ data: { boardTarget } }) => called(boardTarget, 'another board'),
};

/** Fills a sentence; what people wrote is put in only once. */
const sentence =
  (pattern: string): Format =>
  (action) =>
    `${action.who} ${pattern.replace(/\{(\w+)\}/g, (_, part: string) => PARTS[part]!(action))}.`;

function labelOf({ label, text: name, value }: Data): string {
  const color = inline((value ?? label?.color ?? '').split('_', 2).reverse().join(' '));
  const title = inline(name || label?.name || '');
  const colored = color === '' ? 'a label' : `${withArticle(color)} label`;
  return title === '' ? colored : `${colored} with "${title}"`;
}

const commented =
  (verb: string, words: (data: Data) => string | null | undefined): Format =>
  ({ data, who }) =>
    withQuote(`${who} ${verb} ${cardLink(data)}`, words(data));

function described({ data, who }: Action): string {
  const [before, after] = [quote(data.old?.desc), quote(data.card?.desc)];
  const card = cardLink(data);
  if (after === '') return `${who} removed description from ${card}.`;
  if (before === '') return `${who} set description for ${card} to:\n\n${after}`;
  return paragraphs(`${who} changed description for ${card} from`, before, 'to', after);
}

function due({ data, who }: Action): string {
  const [before, after] = [time(data.old?.due), time(data.card?.due)];
  const card = cardLink(data);
  if (after === null) return `${who} removed the due date from ${card}.`;
  if (before === null) return `${who} set due date for ${card} to ${after}.`;
  return `${who} changed due date for ${card} from ${before} to ${after}.`;
}

function moved({ data, who }: Action): string | null {
  const { listBefore, listAfter } = data;
  // Without lists the card has moved within its own.
  if (!listBefore || !listAfter) return null;
  return `${who} moved ${cardLink(data)} from ${called(listBefore, 'a list')} to ${called(listAfter, 'a list')}.`;
}

function renamed(kind: string, shown: (data: Data) => string): Format {
  return ({ data, who }) => `${who} renamed the ${kind} from "${called(data.old, 'unnamed')}" to ${shown(data)}.`;
}

const flagged =
  (is: (data: Data) => boolean | null | undefined, yes: string, no: string): Format =>
  (action) =>
    sentence(is(action.data) ? yes : no)(action);

/** Updates, by the field whose old value they have; other fields are not told. */
const CARD_CHANGES: Readonly<Record<string, Format>> = {
  name: renamed('card', cardLink),
  desc: described,
  due,
  dueComplete: flagged(({ card }) => card?.dueComplete, 'completed {card}', 'marked {card} as not complete'),
  idList: moved,
  closed: flagged(({ card }) => card?.closed, 'archived {card}', 'reopened {card}'),
};
const LIST_CHANGES: Readonly<Record<string, Format>> = {
  name: renamed('list', ({ list }) => `"${called(list, 'unnamed')}"`),
  closed: flagged(({ list }) => list?.closed, 'archived the {list} list', 'reopened the {list} list'),
};
const BOARD_CHANGES: Readonly<Record<string, Format>> = {
  name: renamed('board', boardLink),
  closed: flagged(({ board }) => board?.closed, 'closed {board}', 'reopened {board}'),
};

const updated =
  (changes: Readonly<Record<string, Format>>): Format =>
  (action) => {
    const { old } = action.data;
    const field = Object.keys(changes).find((name) => old && Object.hasOwn(old, name));
    return field === undefined ? null : changes[field]!(action);
  };

const FORMATS: Readonly<Record<string, Format>> = {
  addAttachmentToCard: sentence('added {attachment} to {card}'),
  addChecklistToCard: sentence('added the {checklist} checklist to {card}'),
  addLabelToCard: sentence('added {label} to {card}'),
  addMemberToBoard: sentence('added {member} to {board}'),
  addMemberToCard: sentence('added {member} to {card}'),
  commentCard: commented('commented on', ({ text }) => text),
  convertToCardFromCheckItem: sentence('created {card} from a checklist item'),
  copyCard: sentence('created {card} as a copy'),
  createCard: sentence('created {card}'),
  createList: sentence('added the {list} list to {board}'),
  deleteCard: sentence('deleted {gone}'),
  emailCard: sentence('created {card} by email'),
  moveCardFromBoard: sentence('moved {card} from {board} to {target}'),
  moveCardToBoard: sentence('moved {card} from {source} to {board}'),
  removeChecklistFromCard: sentence('removed the {checklist} checklist from {card}'),
  removeLabelFromCard: sentence('removed {label} from {card}'),
  removeMemberFromBoard: sentence('removed {member} from {board}'),
  removeMemberFromCard: sentence('removed {member} from {card}'),
  updateBoard: updated(BOARD_CHANGES),
  updateCard: updated(CARD_CHANGES),
  updateCheckItemStateOnCard: flagged(
    ({ checkItem }) => checkItem?.state === 'complete',
    'checked {item} in {checks} ({card})',
    'unchecked {item} in {checks} ({card})',
  ),
  updateComment: commented('edited a comment on', ({ action, text }) => action?.text ?? text),
  updateList: updated(LIST_CHANGES),
};
/** Actions of the documented verbs on documented things that are not told. */
const KNOWN =
  /^(?:accept|add|convert|copy|create|deactivate|delete|disable|email|enable|make|memberJoined|move|reactivate|remove|unconfirmed|update|vote)[A-Z]\w*$/;

export const trello: PayloadFormat = ({ payload }) => {
  const { model, action } = Payload.parse(payload);
  const { type } = action;
  const format = lookUp(FORMATS, type);
  if (!format) {
    if (KNOWN.test(type)) return null;
    throw new UnsupportedEvent(type);
  }
  const data = Data.parse(action.data);
  const content = format({ data, who: nameOf(action.memberCreator), member: nameOf(action.member) });
  const topic = topicOf(data.board?.name || model?.name || model?.displayName || 'Trello');
  return content === null ? null : { topic, content, event: type };
};
