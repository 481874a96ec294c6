// Trello: https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Notice, type PayloadFormat, UnsupportedEvent } from '../../integration.rules.ts';
import { bold, inline, link, paragraphs, quote, time, topicOf } from '../../markdown.rules.ts';
import { inAddress, maybe, text } from '../code-hosts/git-host.rules.ts';
import { said } from './tracker.rules.ts';

const Named = z.looseObject({ name: maybe }).nullish();
const Card = z.looseObject({
  name: maybe,
  shortLink: maybe,
  idShort: z.number().nullish(),
  desc: maybe,
  due: maybe,
  dueComplete: z.boolean().nullish(),
  closed: z.boolean().nullish(),
});
const Board = z.looseObject({ name: maybe, shortLink: maybe, closed: z.boolean().nullish() });
const Person = z.looseObject({ fullName: maybe, username: maybe }).nullish();
const Payload = z.looseObject({
  model: z.looseObject({ name: maybe, displayName: maybe }).nullish(),
  action: z.looseObject({ type: text, data: z.unknown(), memberCreator: Person, member: Person }),
});
const Data = z.looseObject({
  board: Board.nullish(),
  boardSource: Named,
  boardTarget: Named,
  card: Card.nullish(),
  list: z.looseObject({ name: maybe, closed: z.boolean().nullish() }).nullish(),
  listBefore: Named,
  listAfter: Named,
  label: z.looseObject({ name: maybe, color: maybe }).nullish(),
  text: maybe,
  value: maybe,
  action: z.looseObject({ text: maybe }).nullish(),
  attachment: z.looseObject({ name: maybe, url: maybe }).nullish(),
  checklist: Named,
  checkItem: z.looseObject({ name: maybe, state: maybe }).nullish(),
  old: z
    .looseObject({
      name: maybe,
      desc: maybe,
      due: maybe,
      closed: z.unknown().optional(),
      dueComplete: z.unknown().optional(),
    })
    .nullish(),
});

interface Case {
  readonly data: z.output<typeof Data>;
  readonly who: string;
  /** Who is added or removed. */
  readonly member: string;
}
type Say = (happened: Case) => string | null;

/** Throws if the service can't have sent a payload without the thing. */
function present<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw new z.ZodError([]);
  return thing;
}

const nameOf = (person: z.output<typeof Person>): string => person?.fullName || person?.username || 'Somebody';
const called = (thing: z.output<typeof Named>, otherwise: string): string => inline(thing?.name || otherwise);

function linkOf(
  kind: 'b' | 'c',
  thing: { name?: string | null; shortLink?: string | null },
  otherwise: string,
): string {
  const { name, shortLink } = thing;
  return link(name || otherwise, shortLink ? `https://trello.com/${kind}/${inAddress(shortLink)}` : null);
}
const cardLink = ({ card }: Case['data']): string => linkOf('c', present(card), 'a card');
const boardLink = ({ board }: Case['data']): string => linkOf('b', present(board), 'the board');

/** `{card}` and the like stand for what the action is about. */
const PARTS: Readonly<Record<string, (happened: Case) => string>> = {
  attachment: ({ data: { attachment } }) => link(present(attachment).name || 'an attachment', attachment?.url),
  board: ({ data }) => boardLink(data),
  card: ({ data }) => cardLink(data),
  checklist: ({ data: { checklist } }) => called(present(checklist), 'new'),
  checks: ({ data: { checklist } }) => bold(checklist?.name || 'a checklist'),
  gone: ({ data: { card } }) => called(card, card?.idShort ? `card #${card.idShort}` : 'a card'),
  item: ({ data: { checkItem } }) => bold(present(checkItem).name || 'an item'),
  label: ({ data }) => labelOf(data),
  list: ({ data: { list } }) => called(present(list), 'unnamed'),
  member: ({ member }) => inline(member),
  source: ({ data: { boardSource } }) => called(boardSource, 'another board'),
  target: ({ data: { boardTarget } }) => called(boardTarget, 'another board'),
};

/** Fills a sentence; what people wrote is put in only once. */
const sentence =
  (pattern: string): Say =>
  (happened) =>
    `${inline(happened.who)} ${pattern.replace(/\{(\w+)\}/g, (_, part: string) => PARTS[part]!(happened))}.`;

function labelOf({ label, text: name, value }: Case['data']): string {
  const color = inline((value ?? label?.color ?? '').split('_', 2).reverse().join(' '));
  const title = inline(name || label?.name || '');
  const colored = color === '' ? 'a label' : `${/^[aeiou]/.test(color) ? 'an' : 'a'} ${color} label`;
  return title === '' ? colored : `${colored} with "${title}"`;
}

const commented =
  (verb: string, words: (data: Case['data']) => string | null | undefined): Say =>
  ({ data, who }) =>
    said(`${inline(who)} ${verb} ${cardLink(data)}`, words(data));

function described({ data, who }: Case): string {
  const [before, after] = [quote(data.old?.desc), quote(data.card?.desc)];
  const [by, card] = [inline(who), cardLink(data)];
  if (after === '') return `${by} removed description from ${card}.`;
  if (before === '') return `${by} set description for ${card} to:\n\n${after}`;
  return paragraphs(`${by} changed description for ${card} from`, before, 'to', after);
}

function due({ data, who }: Case): string {
  const [before, after] = [time(data.old?.due), time(data.card?.due)];
  const [by, card] = [inline(who), cardLink(data)];
  if (after === null) return `${by} removed the due date from ${card}.`;
  if (before === null) return `${by} set due date for ${card} to ${after}.`;
  return `${by} changed due date for ${card} from ${before} to ${after}.`;
}

function moved({ data, who }: Case): string | null {
  const { listBefore, listAfter } = data;
  // Without lists the card has moved within its own.
  if (!listBefore || !listAfter) return null;
  return `${inline(who)} moved ${cardLink(data)} from ${called(listBefore, 'a list')} to ${called(listAfter, 'a list')}.`;
}

function renamed(kind: string, shown: (data: Case['data']) => string): Say {
  return ({ data, who }) =>
    `${inline(who)} renamed the ${kind} from "${called(data.old, 'unnamed')}" to ${shown(data)}.`;
}

const flagged =
  (is: (data: Case['data']) => boolean | null | undefined, yes: string, no: string): Say =>
  (happened) =>
    sentence(is(happened.data) ? yes : no)(happened);

/** Updates, by the field whose old value they have; other fields are not told. */
const CARD_CHANGES: Readonly<Record<string, Say>> = {
  name: renamed('card', cardLink),
  desc: described,
  due,
  dueComplete: flagged(({ card }) => card?.dueComplete, 'completed {card}', 'marked {card} as not complete'),
  idList: moved,
  closed: flagged(({ card }) => card?.closed, 'archived {card}', 'reopened {card}'),
};
const LIST_CHANGES: Readonly<Record<string, Say>> = {
  name: renamed('list', ({ list }) => `"${called(list, 'unnamed')}"`),
  closed: flagged(({ list }) => list?.closed, 'archived the {list} list', 'reopened the {list} list'),
};
const BOARD_CHANGES: Readonly<Record<string, Say>> = {
  name: renamed('board', boardLink),
  closed: flagged(({ board }) => board?.closed, 'closed {board}', 'reopened {board}'),
};

const updated =
  (changes: Readonly<Record<string, Say>>): Say =>
  (happened) => {
    const { old } = happened.data;
    const field = Object.keys(changes).find((name) => old && Object.hasOwn(old, name));
    return field === undefined ? null : changes[field]!(happened);
  };

const FORMATS: Readonly<Record<string, Say>> = {
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

function format({ payload }: Delivery): Notice | null {
  const { model, action } = Payload.parse(payload);
  const { type } = action;
  if (!Object.hasOwn(FORMATS, type)) {
    if (KNOWN.test(type)) return null;
    throw new UnsupportedEvent(type);
  }
  const data = Data.parse(action.data);
  const who = nameOf(action.memberCreator);
  const content = FORMATS[type]!({ data, who, member: nameOf(action.member) });
  const topic = topicOf(data.board?.name || model?.name || model?.displayName || 'Trello');
  return content === null ? null : { topic, content, event: type };
}

export const trello: PayloadFormat = format;
