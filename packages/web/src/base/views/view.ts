// The current view. Every view has an address after the `#`, the same that links in messages use; most have a narrow.
import type { NarrowTerm } from '@stoa/contract';
import { topicKey } from '@stoa/contract/topics';

export type View =
  | { readonly kind: 'inbox' | 'recent' | 'feed' | 'mentions' | 'starred' | 'drafts' | 'scheduled' | 'reminders' }
  | { readonly kind: 'channel'; readonly channel_id: number }
  | { readonly kind: 'topics'; readonly channel_id: number }
  | { readonly kind: 'topic'; readonly channel_id: number; readonly topic: string }
  /** Without the reader; empty for notes to oneself. */
  | { readonly kind: 'direct'; readonly user_ids: readonly number[] }
  | { readonly kind: 'search'; readonly terms: readonly Term[] }
  /** A page that isn't a conversation, with the segments of its address. */
  | { readonly kind: 'page'; readonly page: PageName; readonly path: readonly string[] };

export const PAGE_NAMES = ['settings', 'organization', 'channels', 'people', 'user', 'groups'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

export interface PageProps {
  /** The segments of the address after the page's name. */
  readonly path: readonly string[];
}

export type Term = Pick<NarrowTerm, 'operator' | 'operand' | 'negated'>;

export interface Route {
  readonly view: View;
  /** The message to show, if a link names one. */
  readonly near: number | null;
  /** The day to show, where a link names one: `2026-03-01`, in the reader's own time zone. */
  readonly date: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight of a day in the reader's time zone; null where there is no such day. */
export function startOfDay(day: string): Date | null {
  if (!DAY.test(day)) return null;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const start = new Date(year, month - 1, date);
  return start.getMonth() === month - 1 && start.getDate() === date ? start : null;
}

/** As in links of messages: a dot replaces the percent sign. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replace(/[.%()*!'~]/g, (found) =>
    found === '%' ? '.' : `.${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\./g, '%'));
  } catch {
    return text;
  }
}

const SIMPLE = {
  inbox: 'inbox',
  recent: 'recent',
  drafts: 'drafts',
  scheduled: 'scheduled',
  reminders: 'reminders',
} as const;

export function hashOf(view: View, near?: number | null, date?: string | null): string {
  const tail = `${near ? `/near/${near}` : ''}${date ? `/date/${date}` : ''}`;
  switch (view.kind) {
    case 'feed':
      return `#feed${tail}`;
    case 'inbox':
    case 'recent':
    case 'drafts':
    case 'scheduled':
    case 'reminders':
      return `#${view.kind}`;
    case 'mentions':
      return `#narrow/is/mentioned${tail}`;
    case 'starred':
      return `#narrow/is/starred${tail}`;
    case 'channel':
      return `#narrow/channel/${view.channel_id}${tail}`;
    case 'topics':
      return `#topics/channel/${view.channel_id}`;
    case 'topic':
      return `#narrow/channel/${view.channel_id}/topic/${encodePart(view.topic)}${tail}`;
    case 'direct':
      return `#narrow/dm/${view.user_ids.join(',') || 'me'}${tail}`;
    case 'search':
      return `#narrow/${view.terms
        .map(({ operator, operand, negated }) => `${negated ? '-' : ''}${operator}/${encodePart(String(operand))}`)
        .join('/')}${tail}`;
    case 'page':
      return `#${[view.page, ...view.path.map(encodePart)].join('/')}`;
  }
}

const CHANNEL = new Set(['channel', 'stream']);
const DIRECT = new Set(['dm', 'pm-with']);
/** Their operand may be `me`. */
const OF_PEOPLE = new Set(['sender', 'from', 'dm', 'dm-including', 'mentions']);

const leadingId = (operand: string) => Number(/^\d+/.exec(operand)?.[0] ?? Number.NaN);
/** Links name people and channels after their ids. */
const NAMED_ID = /^(\d+)-.*/s;
const NAMED = new Set(['channel', 'stream', 'sender', 'from', 'dm-including', 'mentions']);

/** Pairs of operator and operand, and the place in the narrow that some of them name. */
function parseTerms(parts: readonly string[]): { terms: Term[]; near: number | null; date: string | null } {
  const terms: Term[] = [];
  let near: number | null = null;
  let date: string | null = null;
  for (let at = 0; at < parts.length; at += 2) {
    const negated = parts[at]!.startsWith('-');
    const operator = negated ? parts[at]!.slice(1) : parts[at]!;
    const operand = decodePart(parts[at + 1] ?? '');
    if (operator === 'near' || operator === 'with') near = leadingId(operand) || null;
    else if (operator === 'date') date = startOfDay(operand) && operand;
    else terms.push({ operator, operand: NAMED.has(operator) ? operand.replace(NAMED_ID, '$1') : operand, negated });
  }
  return { terms, near, date };
}

/** Parses the addresses above and those in rendered messages; anything else is the home view. */
export function parseHash(hash: string, home: View, own_id: number): Route {
  const [head = '', ...rest] = hash.replace(/^#/, '').split('/');
  const at = (view: View): Route => ({ view, near: null, date: null });
  if (head === 'feed' || head === 'all_messages') {
    const { near, date } = parseTerms(rest);
    return { view: { kind: 'feed' }, near, date };
  }
  if (Object.hasOwn(SIMPLE, head)) return at({ kind: SIMPLE[head as keyof typeof SIMPLE] });
  if (head === 'topics' && rest[0] === 'channel' && Number.isInteger(leadingId(rest[1] ?? '')))
    return at({ kind: 'topics', channel_id: leadingId(rest[1]!) });
  const page = PAGE_NAMES.find((name) => name === head);
  if (page) return at({ kind: 'page', page, path: rest.map(decodePart).filter((part) => part !== '') });
  if (head !== 'narrow') return at(home);
  const { terms, near, date } = parseTerms(rest);
  if (terms.length > 0) return { view: viewOf(terms, own_id), near, date };
  return date ? { view: { kind: 'feed' }, near, date } : at(home);
}

const NOWHERE: View = { kind: 'inbox' };

/** Whether this is the address of a view; the empty one is that of the home view. */
export const isAddress = (hash: string): boolean =>
  hash.replace(/^#/, '') === '' || parseHash(hash, NOWHERE, 0).view !== NOWHERE;

/** The view of a narrow: its own view if one exists, otherwise search. */
export function viewOf(terms: readonly Term[], own_id: number): View {
  const [first, second] = terms;
  if (!first || terms.some(({ negated }) => negated) || terms.length > 2) return { kind: 'search', terms };
  const operand = String(first.operand);
  if (CHANNEL.has(first.operator) && Number.isInteger(leadingId(operand))) {
    const channel_id = leadingId(operand);
    if (!second) return { kind: 'channel', channel_id };
    if (second.operator === 'topic' || second.operator === 'subject')
      return { kind: 'topic', channel_id, topic: String(second.operand) };
  }
  if (second) return { kind: 'search', terms };
  if (DIRECT.has(first.operator)) {
    const ids = operand === 'me' ? [] : operand.replace(/-.*$/, '').split(',').map(Number);
    if (ids.every(Number.isInteger))
      return { kind: 'direct', user_ids: ids.filter((id) => id !== own_id).sort((a, b) => a - b) };
  }
  if (first.operator === 'is' && operand === 'mentioned') return { kind: 'mentions' };
  if (first.operator === 'is' && operand === 'starred') return { kind: 'starred' };
  return { kind: 'search', terms };
}

/** The narrow to fetch for a view; null for views that are not lists of messages. */
export function narrowOf(view: View, own_id: number): Term[] | null {
  const term = (operator: string, operand: Term['operand']): Term => ({ operator, operand, negated: false });
  switch (view.kind) {
    case 'feed':
      return [{ ...term('is', 'muted'), negated: true }];
    case 'mentions':
      return [term('is', 'mentioned')];
    case 'starred':
      return [term('is', 'starred')];
    case 'channel':
      return [term('channel', view.channel_id)];
    case 'topic':
      return [term('channel', view.channel_id), term('topic', view.topic)];
    case 'direct':
      return [term('dm', view.user_ids.length > 0 ? [...view.user_ids] : [own_id])];
    case 'search':
      return view.terms.map((term) =>
        term.operand === 'me' && OF_PEOPLE.has(term.operator) ? { ...term, operand: own_id } : term,
      );
    default:
      return null;
  }
}

/** Equal for all spellings of a topic, so no address: that of a topic is {@link hashOf}. */
export const keyOf = (view: View): string =>
  hashOf(view.kind === 'topic' ? { ...view, topic: topicKey(view.topic) } : view);

/** Views of one conversation, which is also where messages written there are sent. */
export function isConversation(view: View): view is Extract<View, { kind: 'topic' | 'direct' }> {
  return view.kind === 'topic' || view.kind === 'direct';
}
