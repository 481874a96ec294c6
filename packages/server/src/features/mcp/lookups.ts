// Finds channels and people by what a model calls them. Everything comes from the API, so nothing is suggested that the account may not
// see. [MP7]
import { ApiError, getStreamId, getStreams, getUsers, type User } from '@stoa/contract';
import type { NameOrId } from './arguments.ts';
import { byNames, mostSimilar } from './long-lists.ts';
import { foldName } from './similar-names.rules.ts';
import { type ToolContext, ToolRefusal } from './tool.ts';

const DIGITS = /^\d{1,15}$/;

/** The channels whose messages the account may read. */
export async function readableChannels({ call }: ToolContext) {
  return (await call(getStreams, { include_web_public: true, include_can_access_content: true })).streams;
}

export async function visiblePeople({ call }: ToolContext): Promise<readonly User[]> {
  return (await call(getUsers, { include_custom_profile_fields: false })).members;
}

const quoted = (name: string) => `'${name}'`;
const similar = (names: readonly string[]) => (names.length === 0 ? '' : `; similar: ${names.join(', ')}`);

export async function findChannel(context: ToolContext, given: NameOrId): Promise<number> {
  if (typeof given === 'number') return given;
  const name = given.trim().replace(/^#/, '');
  try {
    return (await context.call(getStreamId, { stream: name })).stream_id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  }
  if (DIGITS.test(name)) return Number(name);
  const channels = await context.inTurn(async () =>
    mostSimilar(name, await readableChannels(context), (channel) => channel.name),
  );
  const names = channels.map((channel) => channel.name);
  throw new ToolRefusal(`There is no channel ${quoted(name)}${similar(names.map(quoted))}`);
}

const described = ({ full_name, user_id }: User) => `${quoted(full_name)} (id ${user_id})`;

async function findByName(
  people: readonly User[],
  known_as: ReadonlyMap<string, readonly User[]>,
  given: string,
): Promise<number> {
  const known = known_as.get(foldName(given)) ?? [];
  // A deactivated account rarely is who is meant.
  const active = known.filter(({ is_active }) => is_active);
  const meant = active.length > 0 ? active : known;
  if (meant.length === 1) return meant[0]!.user_id;
  if (meant.length > 1) {
    const choices = meant.slice(0, 10).map(({ email, ...user }) => `${described({ email, ...user })}, ${email}`);
    throw new ToolRefusal(`Several people are called ${quoted(given)}: ${choices.join('; ')}. Give an id`);
  }
  if (DIGITS.test(given)) return Number(given);
  const candidates = people.filter(({ is_active }) => is_active);
  const names = (await mostSimilar(given, candidates, ({ full_name }) => full_name)).map(described);
  throw new ToolRefusal(`There is nobody called ${quoted(given)}${similar(names)}`);
}

/** Finds people by ids, names or email addresses. Ids need no list of all people. */
export async function findPeople(context: ToolContext, given: readonly NameOrId[]): Promise<number[]> {
  if (given.every((each) => typeof each === 'number')) return [...given];
  return context.inTurn(async () => {
    const people = await visiblePeople(context);
    const known_as = await byNames(people, ({ full_name, email, delivery_email }) => [
      full_name,
      email,
      delivery_email ?? email,
    ]);
    const found: number[] = [];
    for (const each of given)
      found.push(typeof each === 'number' ? each : await findByName(people, known_as, each.trim()));
    return found;
  });
}
