// [NA14] Fetches equal a scan of every message: random narrows compared with a model that scans.
import { beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { type NarrowTerm, NEWEST_ANCHOR } from '@stoa/contract';
import { type Person, SeededRandom, serveTests } from '@stoa/testkit';

setDefaultTimeout(180_000);

const SEED = Number(process.env.STOA_SEED ?? 1);
const MESSAGES = 200;
const NARROWS = 2000;

const { cast } = await serveTests();
let readers: Person[];
const random = new SeededRandom(SEED);

beforeAll(async () => {
  readers = [cast.ada, cast.dara, cast.eli, cast.finn];
  await makeWorld();
});

/** Words with all their inflections, so that the model needs no stemmer, and texts without spaces. */
const FAMILIES = [
  ['release', 'releases', 'released', 'releasing'],
  ['run', 'runs', 'running'],
  ['stone', 'stones'],
  ['walk', 'walks', 'walked', 'walking'],
  ['blue'],
  ['ёлка'],
];
const DENSE = ['東京都', '京都', '東都京'];
const WORDS = [...FAMILIES.flat(), ...DENSE];
const TOPICS = ['stone', 'Releases', '✔ blue', '京都', ''];

interface ModelConversation {
  readonly channel: string | null;
  readonly people: readonly number[];
}
interface Written {
  readonly id: number;
  readonly place: ModelConversation;
  readonly topic: string;
  readonly sender: number;
  readonly words: readonly string[];
  readonly link: boolean;
  readonly image: boolean;
  readonly mentions: readonly number[];
  readonly mentions_all: boolean;
  reaction: boolean;
}

/** The model of one reader: their flags, topic policies and muted channels. */
class Own {
  readonly starred = new Set<number>();
  readonly unread = new Set<number>();
  readonly alerted = new Set<number>();
  /** Topic policies, by {@link topicOf}. */
  readonly policies = new Map<string, number>();
  readonly muted_channels = new Set<string>();
}
const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 };
const topicOf = (channel: string, topic: string) => `${channel} ${topic.toLowerCase()}`;

const CHANNELS = ['open', 'closed', 'guarded', 'quiet'] as const;
const PROTECTED: ReadonlySet<string> = new Set(['guarded']);
const PRIVATE: ReadonlySet<string> = new Set(['closed', 'guarded']);
/** Members of each channel, and members when each message came. */
const members = new Map<string, Set<number>>(CHANNELS.map((name) => [name, new Set()]));
const channel_ids = new Map<string, number>();
const received = new Map<number, Set<number>>();
const written: Written[] = [];
const owned = new Map<number, Own>();
const own = ({ user_id }: { user_id: number }) => owned.get(user_id)!;
/** Alert words of some readers; each is a whole word of a text or absent from it. */
const alert_words = new Map<number, string>();

async function join(person: Person, name: string): Promise<void> {
  // No messages other than those the model knows.
  const quietly = { send_new_subscription_messages: false };
  await cast.bela.subscribe({ subscriptions: [{ name }], principals: [person.user_id], ...quietly });
  members.get(name)!.add(person.user_id);
}

async function makeWorld(): Promise<void> {
  for (const person of everybody()) {
    owned.set(person.user_id, new Own());
    // Topics get only the policies that the model sets.
    await person.updateSettings({
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 4,
      automatically_follow_topics_where_mentioned: false,
    });
  }
  for (const [person, word] of [
    [cast.dara, 'walked'],
    [cast.eli, 'blue'],
    [cast.finn, 'stone'],
  ] as const) {
    await person.addAlertWords({ alert_words: [word] });
    alert_words.set(person.user_id, word);
  }
  for (const name of CHANNELS) {
    await cast.bela.subscribe({
      subscriptions: [{ name }],
      invite_only: PRIVATE.has(name),
      ...(PRIVATE.has(name) ? { history_public_to_subscribers: !PROTECTED.has(name) } : {}),
    });
    members.get(name)!.add(cast.bela.user_id);
    channel_ids.set(name, (await cast.bela.getStreamId({ stream: name })).stream_id);
  }
  for (const person of [cast.dara, cast.eli]) for (const name of ['open', 'guarded']) await join(person, name);
  await join(cast.finn, 'open');
  await join(cast.dara, 'closed');
  for (let n = 0; n < MESSAGES; n++) {
    if (n % 20 === 10) await comeOrGo();
    if (n % 4 === 3) await changeOwn(random.pick(readers));
    await writeOne();
  }
  for (const reader of readers)
    for (const channel of CHANNELS) if (random.chance(0.4)) await muteChannel(reader, channel);
}

/** Reads, stars or sets a topic policy, or reverts one. */
async function changeOwn(person: Person): Promise<void> {
  const mine = own(person);
  const some = Array.from({ length: 8 }, () => random.pick(written)).filter((message) => readable(person, message));
  const messages = some.map(({ id }) => id as never);
  const op = random.pick(['add', 'remove'] as const);
  switch (random.below(3)) {
    case 0:
      await person.updateMessageFlags({ messages, op, flag: 'starred' });
      for (const { id } of some) op === 'add' ? mine.starred.add(id) : mine.starred.delete(id);
      return;
    case 1: {
      await person.updateMessageFlags({ messages, op, flag: 'read' });
      const present = ({ place }: Written) => place.channel === null || members.get(place.channel)!.has(person.user_id);
      for (const message of some)
        if (op === 'add') mine.unread.delete(message.id);
        else if (present(message)) mine.unread.add(message.id);
      return;
    }
    default: {
      const channel = random.pick(CHANNELS);
      if (!sees(person, channel)) return;
      const topic = random.pick(TOPICS);
      const visibility_policy = random.pick(Object.values(POLICY)) as 0 | 1 | 2 | 3;
      await person.updateUserTopic({ stream_id: channel_ids.get(channel)! as never, topic, visibility_policy });
      mine.policies.set(topicOf(channel, topic), visibility_policy);
    }
  }
}

async function muteChannel(person: Person, channel: string): Promise<void> {
  if (!members.get(channel)!.has(person.user_id)) return;
  const stream_id = channel_ids.get(channel)! as never;
  await person.updateSubscriptionSettings({ subscription_data: [{ stream_id, property: 'is_muted', value: true }] });
  own(person).muted_channels.add(channel);
}

async function comeOrGo(): Promise<void> {
  const person = random.pick([cast.eli, cast.dara, cast.finn]);
  const name = random.pick(['open', 'closed', 'guarded']);
  const present = members.get(name)!;
  if (!present.has(person.user_id)) return join(person, name);
  await person.unsubscribe({ subscriptions: [name] });
  present.delete(person.user_id);
  // Leaving marks everything there as read.
  for (const { id, place } of written) if (place.channel === name) own(person).unread.delete(id);
}

async function writeOne(): Promise<void> {
  const words = Array.from({ length: 1 + random.below(5) }, () => random.pick(WORDS));
  const link = random.chance(0.15);
  const image = random.chance(0.1);
  const mentioned = random.chance(0.15) ? [random.pick([cast.eli, cast.dara])] : [];
  const mentions_all = random.chance(0.05);
  const content = [
    words.join(' '),
    ...(link ? ['[x](https://example.org)'] : []),
    ...(image ? ['![y](https://example.org/z.png)'] : []),
    ...mentioned.map(({ full_name }) => `@**${full_name}**`),
    ...(mentions_all ? ['@**all**'] : []),
  ].join(' ');
  const name = random.chance(0.75) ? random.pick(CHANNELS) : null;
  const senders = name ? [...members.get(name)!] : readers.map(({ user_id }) => user_id);
  const sender = [...readers, cast.bela].find(({ user_id }) => user_id === random.pick(senders)) ?? cast.bela;
  const topic = name ? random.pick(TOPICS) : '';
  const others = name ? [] : [random.pick(readers), ...(random.chance(0.4) ? [random.pick(readers)] : [])];
  const people = name ? [] : [...new Set([sender, ...others].map(({ user_id }) => user_id))].sort((a, b) => a - b);
  if (name && !members.get(name)!.has(sender.user_id)) return;
  const to = name ? { type: 'channel' as const, to: name, topic } : { type: 'direct' as const, to: people };
  const { id } = await sender.sendMessage({ ...to, content });
  const receivers = new Set(name ? members.get(name)! : people);
  received.set(id, receivers);
  const { message } = await sender.getMessage({ message_id: id });
  const made: Written = {
    id,
    place: { channel: name, people },
    topic,
    sender: sender.user_id,
    // As displayed: names of people and links are searched too.
    words: message.content
      .replace(/<[^>]*>/g, ' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
    link: link || image,
    image,
    mentions: mentioned.map(({ user_id }) => user_id).filter((user_id) => receivers.has(user_id)),
    mentions_all,
    reaction: random.chance(0.1),
  };
  if (made.reaction) await sender.addReaction({ message_id: id, emoji_name: 'tada' });
  written.push(made);
  for (const receiver of receivers) {
    if (receiver !== made.sender) owned.get(receiver)!.unread.add(id);
    const word = alert_words.get(receiver);
    if (word !== undefined && made.words.includes(word)) owned.get(receiver)!.alerted.add(id);
  }
}

/** Whether somebody may read the channel as it is now. */
function sees(person: Person, name: string): boolean {
  return members.get(name)!.has(person.user_id) || (!PRIVATE.has(name) && person !== cast.finn);
}

/** Whether the reader may read the message at all. */
function readable(reader: Person, { id, place }: Written): boolean {
  if (place.channel === null) return place.people.includes(reader.user_id);
  const is_member = members.get(place.channel)!.has(reader.user_id);
  const is_guest = reader === cast.finn;
  if (!PRIVATE.has(place.channel)) return is_member || !is_guest;
  return is_member && (!PROTECTED.has(place.channel) || received.get(id)!.has(reader.user_id));
}

type Test = (message: Written, reader: Person, terms: readonly Term[]) => boolean;
interface Term {
  readonly term: NarrowTerm;
  readonly test: Test;
  /** Includes messages that were not received, unless negated. */
  readonly widens?: boolean;
  readonly of?: 'channels' | 'people';
}

function searchTerm(): [string, Test] {
  const has =
    (found: (word: string) => boolean): Test =>
    (message) =>
      [...message.words, ...message.topic.toLowerCase().split(/\s+/)].some(found);
  const family = random.pick(FAMILIES);
  const topicWords = (topic: string) => topic.toLowerCase().split(' ');
  switch (random.below(6)) {
    case 0: {
      const part = random.pick(['京都', '東京', '東', '都', '京']);
      return [part, has((word) => word.includes(part))];
    }
    case 1: {
      const word = random.pick(family);
      const prefix = word.slice(0, 3);
      return [`${prefix}*`, has((candidate) => candidate.startsWith(prefix))];
    }
    case 2: {
      const phrase = [random.pick(FAMILIES[0]!), random.pick(family)];
      const consecutive = (words: readonly string[]) =>
        words.some((word, at) => word === phrase[0] && words[at + 1] === phrase[1]);
      return [`"${phrase.join(' ')}"`, ({ words, topic }) => consecutive(words) || consecutive(topicWords(topic))];
    }
    case 3: {
      const without = random.pick(FAMILIES);
      const some = has((word) => family.includes(word));
      const none = has((word) => without.includes(word));
      return [`${random.pick(family)} -${random.pick(without)}`, (...args) => some(...args) && !none(...args)];
    }
    default:
      return [random.pick(family), has((word) => family.includes(word))];
  }
}

const policyOf = (reader: Person, { place, topic }: Written) =>
  place.channel === null ? POLICY.none : (own(reader).policies.get(topicOf(place.channel, topic)) ?? POLICY.none);

/** A narrow that names a channel includes it even if muted. */
const isMuted: Test = (message, reader, terms) => {
  const policy = policyOf(reader, message);
  const asks_for_channel = terms.some(({ term }) => /^(channel|stream)$/.test(term.operator) && !term.negated);
  if (policy !== POLICY.none || asks_for_channel) return policy === POLICY.muted;
  return message.place.channel !== null && own(reader).muted_channels.has(message.place.channel);
};

/** Terms on the reader's own state: operator, operand, test. */
const OWN_TERMS: readonly [string, string, Test][] = [
  ['is', 'starred', ({ id }, reader) => own(reader).starred.has(id)],
  ['is', 'unread', ({ id }, reader) => own(reader).unread.has(id)],
  ['is', 'alerted', ({ id }, reader) => own(reader).alerted.has(id)],
  ['is', 'followed', (message, reader) => policyOf(reader, message) === POLICY.followed],
  ['is', 'muted', isMuted],
  ['in', 'home', (...args) => !isMuted(...args)],
  ['in', 'all', () => true],
];

const everybody = () => [...readers, cast.bela];

function randomTerm(reader: Person): Term {
  const made = (operator: string, operand: NarrowTerm['operand'], test: Test, more: Partial<Term> = {}): Term => ({
    term: { operator, operand, negated: false },
    test,
    ...more,
  });
  const person = random.pick(everybody());
  const naming = random.chance(0.5) ? person.user_id : person.email;
  switch (random.below(15)) {
    case 0: {
      const visible = CHANNELS.filter((name) => sees(reader, name));
      const name = random.pick(visible.length > 0 ? visible : ['open' as const]);
      if (!visible.includes(name)) return randomTerm(reader);
      const operand = random.chance(0.5) ? name : channel_ids.get(name)!;
      const test: Test = ({ place }) => place.channel === name;
      return made(random.pick(['channel', 'stream']), operand, test, { widens: true, of: 'channels' });
    }
    case 1:
      return made(
        random.pick(['channels', 'streams']),
        'public',
        ({ place }) => place.channel !== null && !PRIVATE.has(place.channel),
        {
          widens: true,
          of: 'channels',
        },
      );
    case 2: {
      const topic = random.pick(TOPICS);
      const test: Test = (message) =>
        message.place.channel !== null && message.topic.toLowerCase() === topic.toLowerCase();
      return made(random.pick(['topic', 'subject']), random.chance(0.5) ? topic : topic.toUpperCase(), test, {
        of: 'channels',
      });
    }
    case 3:
      return made(random.pick(['sender', 'from']), naming, ({ sender }) => sender === person.user_id);
    case 4: {
      const expected = [...new Set([reader.user_id, person.user_id])].sort((a, b) => a - b);
      const test: Test = ({ place }) => place.channel === null && String(place.people) === String(expected);
      return made(random.pick(['dm', 'pm-with']), random.chance(0.5) ? [person.user_id] : person.email, test, {
        of: 'people',
      });
    }
    case 5: {
      const group = random.chance(0.3);
      const test: Test = ({ place }) =>
        place.channel === null && place.people.includes(person.user_id) && (!group || place.people.length > 2);
      return made(group ? 'group-pm-with' : 'dm-including', naming, test, { of: 'people' });
    }
    case 6: {
      const [operand, test] = searchTerm();
      return made('search', operand, test);
    }
    case 7: {
      const kind = random.pick(['link', 'image', 'reaction', 'links'] as const);
      const test: Test = (message) => message[kind === 'links' ? 'link' : kind];
      return made('has', kind, test);
    }
    case 8:
      return random.chance(0.5)
        ? made('is', random.pick(['dm', 'private']), ({ place }) => place.channel === null, { of: 'people' })
        : made('is', 'resolved', ({ topic }) => topic.startsWith('✔ '));
    case 9: {
      const test: Test = ({ id, mentions, mentions_all }) =>
        mentions.includes(reader.user_id) || (mentions_all && received.get(id)!.has(reader.user_id));
      if (random.chance(0.5)) return made('is', 'mentioned', test);
      return made('mentions', naming, ({ mentions }) => mentions.includes(person.user_id));
    }
    case 10: {
      if (random.chance(0.5)) return made(random.pick(['near']), random.pick(written).id, () => true);
      const { id } = random.pick(written);
      return made('id', random.chance(0.5) ? id : String(id), (message) => message.id === id);
    }
    default: {
      const [operator, operand, test] = random.pick(OWN_TERMS);
      return made(operator, operand, test, { widens: operand === 'starred' });
    }
  }
}

/** Terms that don't contradict each other by naming both channels and people. */
function randomNarrow(reader: Person): Term[] {
  const terms: Term[] = [];
  for (let left = random.below(4); left > 0; left--) {
    const made = randomTerm(reader);
    const negated = made.term.operator !== 'near' && random.chance(0.25);
    if (!negated && terms.some(({ term, of }) => !term.negated && of && made.of && of !== made.of)) continue;
    terms.push(negated ? { ...made, term: { ...made.term, negated } } : made);
  }
  return terms;
}

const meets = (message: Written, reader: Person, terms: readonly Term[]) =>
  terms.every(({ term, test }) => test(message, reader, terms) !== term.negated);

function expected(reader: Person, terms: readonly Term[]): number[] {
  const widened = terms.some(({ term, widens, of }) => !term.negated && (widens || of === 'people'));
  return written
    .filter((message) => readable(reader, message) && (widened || received.get(message.id)!.has(reader.user_id)))
    .filter((message) => meets(message, reader, terms))
    .map(({ id }) => id);
}

/** Sometimes as a pair, if the operand is text. */
function onWire({ operator, operand, negated }: NarrowTerm): NarrowTerm {
  if (typeof operand !== 'string' || random.chance(0.5)) return { operator, operand, negated };
  return [`${negated ? '-' : ''}${operator}`, operand] as unknown as NarrowTerm;
}

it(`[NA14] random narrows equal a scan of every message, seed ${SEED}`, async () => {
  let found = 0;
  for (let n = 0; n < NARROWS; n++) {
    const reader = random.pick(readers);
    const terms = randomNarrow(reader);
    const all = expected(reader, terms);
    const narrow = terms.map(({ term }) => onWire(term));
    const kind = random.below(5);
    const label = `${reader.full_name} ${JSON.stringify(narrow)}`;
    if (kind === 0) {
      const message_ids = Array.from({ length: 20 }, () => random.pick(written).id as never);
      const requested = new Set<number>(message_ids);
      const among = written
        .filter((message) => requested.has(message.id) && readable(reader, message) && meets(message, reader, terms))
        .map(({ id }) => id);
      const { messages } = await reader.getMessages({ message_ids, narrow });
      expect([label, messages.map(({ id }) => id as number)]).toEqual([label, among]);
      continue;
    }
    const [num_before, num_after] = [random.below(6), random.below(6)];
    const first_unread = all.find((id) => own(reader).unread.has(id)) ?? NEWEST_ANCHOR;
    const named = { 1: NEWEST_ANCHOR, 2: first_unread }[kind];
    const anchor = named ?? random.pick(written).id + random.below(3) - 1;
    const requested_anchor = kind === 2 ? 'first_unread' : anchor;
    const answer = await reader.getMessages({ anchor: requested_anchor, num_before, num_after, narrow });
    const below = all.filter((id) => id < anchor);
    const above = all.filter((id) => id > anchor);
    const at = all.filter((id) => id === anchor);
    const near = [...(num_before > 0 ? below.slice(-num_before) : []), ...at, ...above.slice(0, num_after)];
    expect([label, anchor, answer.messages.map(({ id }) => id as number)]).toEqual([label, anchor, near]);
    expect([label, answer.found_anchor]).toEqual([label, at.length > 0]);
    if (anchor !== NEWEST_ANCHOR) expect([label, answer.found_newest]).toEqual([label, above.length < num_after]);
    expect([label, answer.found_oldest]).toEqual([label, anchor === 0 || below.length < num_before]);
    found += near.length;
  }
  // The narrows were neither all empty nor all full.
  expect(found).toBeGreaterThan(NARROWS);
});
