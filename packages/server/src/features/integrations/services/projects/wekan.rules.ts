// Wekan: https://github.com/wekan/wekan/wiki/Webhook-data. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link, paragraphs, sentence, withQuote } from '../../markdown.rules.ts';
import { lookUp, maybe, required, text } from '../../payload.rules.ts';
import { withArticle } from '../../phrases.rules.ts';

const Payload = z.looseObject({ text, user: maybe, card: maybe, comment: maybe, description: maybe });
type Payload = z.output<typeof Payload>;

/** The past tense of verbs that end otherwise. */
const PAST: Readonly<Record<string, string>> = { edit: 'edited', set: 'set', unset: 'unset', withdraw: 'withdrew' };
const pastOf = (verb: string): string => {
  const regular = verb.endsWith('ed') ? verb : verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
  return lookUp(PAST, verb) ?? regular;
};

/** Names that contain no verb. */
const SENTENCES: Readonly<Record<string, string>> = {
  'act-a-dueAt': 'changed the due date',
  'act-a-endAt': 'changed the end date',
  'act-a-receivedAt': 'changed the received date',
  'act-a-startAt': 'changed the start date',
  'act-atUserComment': 'mentioned somebody in a comment',
};

/** Wekan has no sentence for some events, only their names: `act-removedChecklistItem`. */
function sentenceOf(name: string): string {
  const known = lookUp(SENTENCES, name);
  if (known) return known;
  const words = name
    .replace(/^act-/, '')
    .split(/(?=[A-Z])|-/)
    .map((word) => word.toLowerCase());
  const [verb = '', ...thing] = words;
  return `${pastOf(verb)} ${thing.length === 0 ? 'something' : withArticle(thing.join(' '))}`;
}

/** Wekan's sentences begin with a name, but go on as if they began anew: `mira Card "Pump" moved to Archive`. */
function composed({ user, card }: Payload, words: string): string {
  if (!user || !words.startsWith(user)) return sentence(words.replace(/\.$/, ''));
  const rest = words.slice(user.length).trim().replace(/\.$/, '');
  const on = card ? ` on card "${inline(card)}"` : '';
  const by = inline(user);
  if (/^act-[\w-]{1,100}$/.test(rest)) return `${by} ${sentenceOf(rest)}${on}`;
  const archived = /^(Board|Card|List|Swimlane) (.*) moved to Archive$/s.exec(rest);
  if (archived) return `${by} moved ${archived[1]!.toLowerCase()} ${sentence(archived[2]!)} to Archive`;
  return `${by} ${sentence(rest.slice(0, 1).toLowerCase() + rest.slice(1))}`;
}

const COMMENTED: Readonly<Record<string, string>> = {
  'act-deleteComment': 'deleted a comment from',
  'act-editComment': 'edited a comment on',
};

function commented({ user, card, comment, description }: Payload): string {
  const did = lookUp(COMMENTED, description) ?? 'commented on';
  return withQuote(`${inline(user || 'Somebody')} ${did} card "${inline(card || 'unnamed')}"`, comment);
}

/** The text is a sentence, and below it the address of the card or the board. */
export const wekan: PayloadFormat = ({ payload }) => {
  const read = Payload.parse(payload);
  const lines = read.text.trim();
  const end = lines.lastIndexOf('\n');
  const last = lines.slice(end + 1).trim();
  const address = /^https?:\/\/\S+$/.test(last) ? last : null;
  const words = (address === null ? lines : lines.slice(0, Math.max(end, 0))).trim();
  const summary = words && `${composed(read, words)}.`;
  const content = paragraphs(
    read.comment ? commented(read) : summary,
    address === null ? null : link('See in Wekan', address),
  );
  return { topic: 'Wekan Notification', content: required(content || null), event: null };
};
