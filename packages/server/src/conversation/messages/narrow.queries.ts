// Compiles a narrow into conditions: ranges to search, filters and words to match, and sources that list rare
// candidates. Spec 4.6.
import {
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_WORDS,
  type Narrow,
  type NarrowTerm,
  type RecipientId,
  topicKey,
} from '@stoa/contract';
import { hasSpectatorAccess } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { loginNeeded } from '../../kit/access/login-needed.ts';
import { FormTree, type Fragment, formOf, sql } from '../../kit/database/sql.ts';
import { leaveOutMuted } from '../access/muted-ranges.queries.ts';
import {
  findFollowed,
  findReadableRanges,
  findReceivedRanges,
  intersectRanges,
  type ReadableRange,
} from '../access/readable-ranges.queries.ts';
import { FLAG } from '../message-rules/flags.rules.ts';
import { normalizeTopic } from '../message-rules/topics.rules.ts';
import { narrowToUnread } from '../read-ranges/unread.queries.ts';
import { joinSearches, parseSearch, type SearchQuery, wordCount } from '../search/query.rules.ts';
import * as filter from './narrow-filters.rules.ts';
import { findNamedRanges, idOf, type NarrowReader, resolveWith, userIdOf } from './narrow-operands.queries.ts';
import { badNarrow, canonicalTerms, checkKinds, checkSpectator } from './narrow-terms.rules.ts';

/** A list of candidates that includes every match of the narrow. */
export type Source =
  | { readonly kind: 'flags'; readonly user_id: number; readonly bits: number }
  | { readonly kind: 'wildcards'; readonly realm_id: number }
  | { readonly kind: 'reactions' };

/** The words to search, and conditions that the word index covers. */
export interface WordSearch {
  readonly query: SearchQuery;
  readonly realm_id: number;
  readonly sender_id?: number;
  readonly topic_key?: string;
}

export interface NarrowPlan {
  readonly ranges: readonly ReadableRange[];
  readonly filters: readonly Fragment[];
  /** Together they list all candidates; null if only the ranges limit them. */
  readonly sources?: readonly Source[] | null;
  readonly search?: WordSearch | null;
}

/** A compiled narrow, independent of the messages it is applied to. */
export interface Conditions extends Omit<NarrowPlan, 'ranges'> {
  /** Ranges to search; null if no term names any. */
  readonly ranges: readonly ReadableRange[] | null;
  /** Recipients to leave out. */
  readonly without: ReadonlySet<RecipientId>;
  readonly search: WordSearch | null;
  /** Includes messages that the reader flagged but did not receive. */
  readonly includes_history: boolean;
  /** Limits the ranges to this account's unread messages. */
  readonly unread_of: Actor | null;
  /** Limits the ranges to topics that this account follows. */
  readonly followed_by: Actor | null;
  /** The filter that leaves out what the reader has muted, for which the ranges can be limited too. */
  readonly unmuted: Fragment | null;
}

/** Compiles the terms of a narrow one by one. */
class NarrowCompiler {
  readonly filters: Fragment[] = [];
  ranges: readonly ReadableRange[] | null = null;
  readonly without = new Set<RecipientId>();
  sources: readonly Source[] | null = null;
  readonly searches: { query: SearchQuery; negated: boolean }[] = [];
  sender_id: number | undefined;
  topic_key: string | undefined;
  includes_history = false;
  unread_of: Actor | null = null;
  followed_by: Actor | null = null;
  unmuted: Fragment | null = null;
  /** Whether each condition is negated, by key. */
  private readonly conditioned = new Map<string, boolean>();
  private readonly forms = new FormTree();
  /** A condition was requested together with its negation. */
  private impossible = false;

  constructor(
    readonly reader: NarrowReader,
    readonly names_channel: boolean,
  ) {}

  /** Adds a condition; `sources` list its candidates. Terms with equal conditions count once. [NA19] */
  private addCondition({ negated }: NarrowTerm, condition: Fragment, sources: readonly Source[] | null = null): void {
    const { id, values } = formOf(condition, this.reader.db.engine, this.forms);
    const key = JSON.stringify([id, values]);
    this.impossible ||= this.conditioned.get(key) === !negated;
    if (this.conditioned.has(key)) return;
    this.conditioned.set(key, negated);
    this.filters.push(negated ? filter.not(condition) : condition);
    if (!negated) this.sources ??= sources;
  }

  private addRanges({ negated }: NarrowTerm, chosen: readonly ReadableRange[]): void {
    if (negated) for (const { recipient_id } of chosen) this.without.add(recipient_id);
    else this.ranges = this.ranges === null ? chosen : intersectRanges(this.ranges, chosen);
  }

  async add(term: NarrowTerm): Promise<void> {
    const { reader } = this;
    const { operator, operand, negated } = term;
    switch (operator) {
      case 'channel':
      case 'channels':
      case 'dm':
      case 'dm-including':
      case 'group-pm-with':
        return this.addRanges(term, await findNamedRanges(reader, term));
      case 'topic': {
        if (typeof operand !== 'string')
          throw badNarrow('unknown_operand', 'topic must be text', { operator, operand });
        const topic_key = topicKey(normalizeTopic(operand));
        if (!negated) this.topic_key = topic_key;
        return this.addCondition(term, filter.inTopic(topic_key));
      }
      case 'sender': {
        const sender_id = await userIdOf(reader, operand);
        if (!negated) this.sender_id = sender_id;
        return this.addCondition(term, filter.sentBy(sender_id));
      }
      case 'mentions': {
        const user_id = await userIdOf(reader, operand);
        const bits = FLAG.mentioned;
        return this.addCondition(term, filter.flagged(user_id, bits), [{ kind: 'flags', user_id, bits }]);
      }
      case 'id':
        return this.addCondition(term, filter.withId(idOf(term, 'Invalid message ID')));
      // Names a position in the narrow, not a condition.
      case 'near':
        idOf(term, "Invalid 'near' operand");
        return;
      case 'search':
        return this.addSearch(term);
      case 'has': {
        const kind = typeof operand === 'string' ? operand.replace(/s$/, '') : '';
        const condition = Object.hasOwn(filter.has, kind) ? filter.has[kind] : undefined;
        if (!condition) throw badNarrow('unknown_operand', `unknown 'has' operand ${operand}`, { operator, operand });
        return this.addCondition(term, condition, kind === 'reaction' ? [{ kind: 'reactions' }] : null);
      }
      case 'in':
        if (operand === 'all') {
          if (negated) this.filters.push(sql`false`);
          return;
        }
        if (operand === 'home') return this.addIs({ ...term, operand: 'muted', negated: !negated });
        throw badNarrow('unknown_operand', `unknown 'in' operand ${operand}`, { operator, operand });
      case 'is':
        return this.addIs(term);
      default:
        throw badNarrow('unknown_operator', `unknown operator ${operator}`, { operator });
    }
  }

  private addSearch({ operand, negated }: NarrowTerm): void {
    if (typeof operand !== 'string' || operand.trim() === '')
      throw badNarrow('search_empty', 'search must be text that is not empty');
    if ([...operand].length > MAX_SEARCH_LENGTH)
      throw badNarrow('search_too_long', `search is longer than ${MAX_SEARCH_LENGTH} characters`, {
        limit: MAX_SEARCH_LENGTH,
      });
    this.searches.push({ query: parseSearch(operand), negated });
  }

  private async addIs(term: NarrowTerm): Promise<void> {
    const { operand, negated } = term;
    if (operand === 'resolved') return this.addCondition(term, filter.resolved);
    const { actor } = this.reader;
    if (!actor) throw loginNeeded();
    const { user_id } = actor;
    switch (operand) {
      case 'dm':
      case 'private':
        return this.addRanges(term, await findNamedRanges(this.reader, { ...term, operator: 'is', operand: 'dm' }));
      case 'starred':
        if (!negated) this.includes_history = true;
        return this.addCondition(term, filter.flagged(user_id, FLAG.starred), [
          { kind: 'flags', user_id, bits: FLAG.starred },
        ]);
      case 'alerted':
        return this.addCondition(term, filter.flagged(user_id, FLAG.has_alert_word), [
          { kind: 'flags', user_id, bits: FLAG.has_alert_word },
        ]);
      case 'mentioned':
        return this.addCondition(term, filter.mentioned(user_id), [
          { kind: 'flags', user_id, bits: filter.MENTION },
          { kind: 'wildcards', realm_id: actor.realm.realm_id },
        ]);
      case 'unread':
        if (!negated) this.unread_of = actor;
        return this.addCondition(term, filter.unread(user_id));
      case 'followed':
        if (!negated) this.followed_by = actor;
        return this.addCondition(term, filter.followed(user_id));
      case 'muted': {
        const { length } = this.filters;
        this.addCondition(term, filter.muted(user_id, { channels_too: !this.names_channel }));
        if (negated && !this.names_channel) this.unmuted ??= this.filters[length] ?? null;
        return;
      }
      default:
        throw badNarrow('unknown_operand', `unknown 'is' operand ${operand}`, { operator: 'is', operand });
    }
  }

  conditions(): Conditions {
    const { filters, without, sources, includes_history, unread_of, followed_by, unmuted, reader } = this;
    const query = joinSearches(this.searches);
    if (query && wordCount(query) > MAX_SEARCH_WORDS)
      throw badNarrow('too_many_words', `more than ${MAX_SEARCH_WORDS} words are searched for`, {
        limit: MAX_SEARCH_WORDS,
      });
    const { sender_id, topic_key } = this;
    const search = query && { query, realm_id: reader.realm.realm_id, sender_id, topic_key };
    const ranges = this.impossible || query?.impossible ? [] : this.ranges;
    return { filters, without, sources, includes_history, unread_of, followed_by, unmuted, ranges, search };
  }
}

/** Compiles a narrow for a reader. [MS9] */
export async function conditionsOf(reader: NarrowReader, narrow: Narrow): Promise<Conditions> {
  const canonical = canonicalTerms(narrow);
  if (!reader.actor) {
    checkSpectator(canonical);
    if (!(await hasSpectatorAccess(reader.db, reader.realm.realm_id))) throw loginNeeded();
  }
  const terms = await resolveWith(reader, canonical);
  checkKinds(terms);
  const compiler = new NarrowCompiler(
    reader,
    terms.some(({ operator, negated }) => operator === 'channel' && !negated),
  );
  for (const term of terms) await compiler.add(term);
  return compiler.conditions();
}

/** The ranges of a fetch: those the narrow names, else what the reader has received. */
export async function planNarrow(
  reader: NarrowReader,
  narrow: Narrow,
): Promise<NarrowPlan & { search: WordSearch | null }> {
  const { ranges, without, includes_history, unread_of, followed_by, unmuted, ...plan } = await conditionsOf(
    reader,
    narrow,
  );
  const { db, actor } = reader;
  const findRanges = includes_history ? findReadableRanges : findReceivedRanges;
  const everywhere = ranges ?? (await findRanges(db, actor!));
  const allowed = everywhere.filter(({ recipient_id }) => !without.has(recipient_id));
  const followed = followed_by ? intersectRanges(allowed, await findFollowed(db, followed_by.user_id)) : allowed;
  const shown = unmuted ? await leaveOutMuted(db, actor!.user_id, followed) : { ranges: followed, is_exact: false };
  return {
    ...plan,
    filters: shown.is_exact ? plan.filters.filter((condition) => condition !== unmuted) : plan.filters,
    ranges: unread_of ? await narrowToUnread(db, unread_of.user_id, shown.ranges) : shown.ranges,
  };
}
