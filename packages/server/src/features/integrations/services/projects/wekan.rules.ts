// Wekan: https://github.com/wekan/wekan/wiki/Webhook-data. Pure.
import { z } from 'zod';
import type { Delivery, Notice, PayloadFormat } from '../../integration.rules.ts';
import { inline, link, paragraphs, sentence } from '../../markdown.rules.ts';
import { maybe, text } from '../code-hosts/git-host.rules.ts';
import { said } from './tracker.rules.ts';

const Payload = z.looseObject({ text, user: maybe, card: maybe, comment: maybe, description: maybe });
type Payload = z.output<typeof Payload>;

/** The past tense of verbs that end otherwise. */
const PAST: Readonly<Record<string, string>> = { edit: 'edited', set: 'set', unset: 'unset', withdraw: 'withdrew' };
const pastOf = (verb: string): string => {
  if (Object.hasOwn(PAST, verb)) return PAST[verb]!;
  if (verb.endsWith('ed')) return verb;
  return verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
};

/** Wekan has no sentence for some events, only their names: `act-removedChecklistItem`. */
function sentenceOf(name: string): string {
  const words = name
    .replace(/^act-/, '')
    .split(/(?=[A-Z])|-/)
    .map((word) => word.toLowerCase());
  const [verb = '', ...thing] = words;
  if (thing.length === 0) return `${pastOf(verb)} something`;
  return `${pastOf(verb)} ${/^[aeiou]/.test(thing[0]!) ? 'an' : 'a'} ${thing.join(' ')}`;
}

/** Wekan's sentences begin with a name, but go on as if they began anew: `mira Card "Pump" moved to Archive`. */
function composed({ user, card }: Payload, said: string): string {
  const who = user ?? '';
  if (!said.startsWith(who)) return sentence(said.replace(/\.$/, ''));
  const rest = said.slice(who.length).trim().replace(/\.$/, '');
  const on = card ? ` on card "${inline(card)}"` : '';
  const by = inline(who || 'Somebody');
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
  const did = description && Object.hasOwn(COMMENTED, description) ? COMMENTED[description] : 'commented on';
  return said(`${inline(user || 'Somebody')} ${did} card "${inline(card || 'unnamed')}"`, comment);
}

/** The text is a sentence, and below it the address of the card or the board. */
function format({ payload }: Delivery): Notice {
  const read = Payload.parse(payload);
  const told = read.text.trim();
  const end = told.lastIndexOf('\n');
  const last = told.slice(end + 1).trim();
  const address = /^https?:\/\/\S+$/.test(last) ? last : null;
  const words = (address === null ? told : told.slice(0, Math.max(end, 0))).trim();
  const content = read.comment ? commented(read) : words === '' ? null : `${composed(read, words)}.`;
  const see = address === null ? null : link('See in Wekan', address);
  if (!content && !see) throw new z.ZodError([]);
  return { topic: 'Wekan Notification', content: paragraphs(content, see), event: null };
}

export const wekan: PayloadFormat = format;
