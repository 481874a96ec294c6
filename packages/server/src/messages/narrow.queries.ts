// A narrow as conditions on stored messages: where to look (ranges) and what else must hold (filters).
import {
  BadNarrow,
  type ChannelId,
  type Narrow,
  type NarrowTerm,
  type RecipientId,
  Unauthorized,
  type UserId,
} from '@stoa/contract';
import { findChannel, findChannelByName } from '../channels/channels.queries.ts';
import type { Actor, Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { findUserByEmail, findUsersById } from '../users/users.queries.ts';
import { type Range, reachOfRecipient, reachPublic, reachReceived } from './reach.queries.ts';
import { findDirectRecipient } from './recipients.queries.ts';
import { normalizeTopic, topicKey } from './topics.rules.ts';

export interface Filter {
  readonly field: 'topic_key' | 'sender_id' | 'id';
  readonly value: string | number;
  readonly negated: boolean;
}

export interface NarrowPlan {
  readonly ranges: readonly Range[];
  readonly filters: readonly Filter[];
}

/** A narrow before it is known which messages it is asked about. */
export interface Conditions {
  /** Where to look; null when no term says. */
  readonly ranges: readonly Range[] | null;
  /** Where not to. */
  readonly without: ReadonlySet<RecipientId>;
  readonly filters: readonly Filter[];
}

/** Operators under the names they have had. */
const LEGACY_NAMES: Record<string, string> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
};

export interface Asking {
  readonly db: Connection;
  readonly realm: Realm;
  readonly actor: Actor | null;
}

function bad(desc: string) {
  return BadNarrow(`Invalid narrow operator: ${desc}`, { desc });
}

/** Works out a narrow for a reader. Terms on channels and people say where to look, all others filter. [MS9] */
export async function conditionsOf(asking: Asking, narrow: Narrow): Promise<Conditions> {
  const terms = narrow.map((term) => ({ ...term, operator: LEGACY_NAMES[term.operator] ?? term.operator }));
  const filters: Filter[] = [];
  let ranges: Range[] | null = null;
  const without = new Set<RecipientId>();
  for (const term of terms) {
    const filter = await filterOf(asking, term);
    if (filter) {
      filters.push(filter);
      continue;
    }
    const chosen: Range[] = await rangesOf(asking, term);
    if (term.negated) for (const { recipient_id } of chosen) without.add(recipient_id);
    else ranges = ranges === null ? chosen : intersect(ranges, chosen);
  }
  return { ranges, without, filters };
}

/** Where a range fetch looks: what the narrow names, else what the reader has received. */
export async function planNarrow(asking: Asking, narrow: Narrow): Promise<NarrowPlan> {
  const { ranges, without, filters } = await conditionsOf(asking, narrow);
  if (ranges === null && !asking.actor) throw loginNeeded();
  const looked = ranges ?? (await reachReceived(asking.db, asking.actor!));
  return { ranges: looked.filter(({ recipient_id }) => !without.has(recipient_id)), filters };
}

function loginNeeded() {
  return Unauthorized('Not logged in: API authentication or user session required');
}

/** Both lists hold what the reader may see of a recipient, so a recipient in both is the same in both. */
function intersect(a: readonly Range[], b: readonly Range[]): Range[] {
  const recipients = new Set(b.map(({ recipient_id }) => recipient_id));
  return a.filter(({ recipient_id }) => recipients.has(recipient_id));
}

async function filterOf(asking: Asking, { operator, operand, negated }: NarrowTerm): Promise<Filter | null> {
  if (operator === 'topic') {
    if (typeof operand !== 'string') throw bad('topic must be text');
    return { field: 'topic_key', value: topicKey(normalizeTopic(operand)), negated };
  }
  if (operator === 'sender') return { field: 'sender_id', value: await userIdOf(asking, operand, 'sender'), negated };
  if (operator === 'id') {
    const id = Number(operand);
    if (typeof operand === 'object' || operand === '' || !Number.isSafeInteger(id))
      throw bad('id must be a message id');
    return { field: 'id', value: id, negated };
  }
  return null;
}

async function rangesOf(asking: Asking, { operator, operand }: NarrowTerm): Promise<Range[]> {
  const { db, actor, realm } = asking;
  if (operator === 'channel') {
    const channel = await channelOf(asking, operand);
    const ranges = channel && (await reachOfRecipient(db, actor, realm, channel.recipient_id));
    // The same answer for a channel that does not exist and one that the reader may not read.
    if (!ranges || (ranges.length === 0 && channel.invite_only)) throw bad('unknown channel');
    return ranges;
  }
  if (operator === 'channels') {
    if (operand !== 'public' && operand !== 'web-public') throw bad('unknown channels operand');
    return reachPublic(db, actor, realm, operand);
  }
  if (operator === 'dm') {
    if (!actor) throw loginNeeded();
    const recipient_id = await findDirectRecipient(db, realm.realm_id, [
      ...(await userIdsOf(asking, operand)),
      actor.user_id,
    ]);
    return recipient_id === null ? [] : reachOfRecipient(db, actor, realm, recipient_id);
  }
  throw bad(`unknown '${operator}' operator`);
}

async function channelOf({ db, realm }: Asking, operand: NarrowTerm['operand']) {
  if (typeof operand === 'number') return findChannel(db, realm.realm_id, operand as ChannelId);
  if (typeof operand !== 'string') throw bad('channel must be a name or an id');
  const by_name = await findChannelByName(db, realm.realm_id, operand);
  if (by_name || !/^\d{1,15}$/.test(operand)) return by_name;
  return findChannel(db, realm.realm_id, Number(operand) as ChannelId);
}

async function userIdOf({ db, realm }: Asking, operand: NarrowTerm['operand'], operator: string): Promise<UserId> {
  const found =
    typeof operand === 'number'
      ? (await findUsersById(db, realm.realm_id, [operand as UserId]))[0]
      : typeof operand === 'string'
        ? await findUserByEmail(db, realm, operand)
        : null;
  if (!found) throw bad(`unknown user in '${operator}'`);
  return found.user_id;
}

/** The people of a `dm` operand: ids, or addresses joined by commas. */
async function userIdsOf(asking: Asking, operand: NarrowTerm['operand']): Promise<UserId[]> {
  const people = Array.isArray(operand) ? operand : typeof operand === 'string' ? operand.split(',') : [operand];
  const named = people.map((one) => (typeof one === 'string' ? one.trim() : one)).filter((one) => one !== '');
  return Promise.all(named.map((one) => userIdOf(asking, one, 'dm')));
}
