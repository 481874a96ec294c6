// Converts lists of an organization and personal data so that the rules here accept them; what they refuse is dropped with a reason.
import { type ArchiveNoteText, FieldType, type ProfileField, topicKey, type UserId } from '@stoa/contract';
import { checkLinkifier } from '../../conversation/linkifiers/linkifiers.rules.ts';
import { checkTopic } from '../../conversation/user-topics/user-topics.rules.ts';
import { checkWords, wordKey } from '../../features/alert-words/alert-words.rules.ts';
import { checkAmong, checkPlayground } from '../../features/playgrounds/playgrounds.rules.ts';
import { checkContent, checkTitle } from '../../features/snippets/snippets.rules.ts';
import {
  checkFieldData,
  checkFlags,
  checkHint,
  checkName,
  checkNameIsFree,
  defaultAccountOf,
} from '../../identity/profile-fields/profile-fields.rules.ts';
import { checkValue } from '../../identity/profile-fields/profile-values.rules.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import type { ArchiveLists, ArchivePersonal, ArchiveProfileField, ArchiveUser, RecordKind } from './archive.ts';

/** Returns false, so that filters can end with it. */
export type Drop = (kind: RecordKind, record: string, reason: ArchiveNoteText) => false;

const NONE: ArchiveLists = { linkifiers: [], playgrounds: [], profile_fields: [] };

function accepts(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

export function prepareLists(lists: ArchiveLists = NONE, drop: Drop): ArchiveLists {
  const patterns = new Set<string>();
  const linkifiers = lists.linkifiers.filter((linkifier) => {
    const { pattern } = linkifier;
    if (patterns.has(pattern)) return drop('linkifiers', pattern, 'another linkifier has this pattern');
    patterns.add(pattern);
    return (
      accepts(() => checkLinkifier(linkifier)) ||
      drop('linkifiers', pattern, 'its pattern or template is not accepted here')
    );
  });
  const playgrounds: (ArchiveLists['playgrounds'][number] & { readonly id: number })[] = [];
  for (const playground of lists.playgrounds) {
    const is_good = accepts(() => checkAmong(playgrounds, checkPlayground(playground)));
    if (is_good) playgrounds.push({ ...playground, id: playgrounds.length });
    else
      drop('playgrounds', playground.name, 'its name, language or template is not accepted here, or its name is taken');
  }
  const fields: ProfileField[] = [];
  const profile_fields = lists.profile_fields.filter((field) => {
    const is_good = accepts(() => fields.push(fieldHere(field, fields)));
    return (
      is_good || drop('profile fields', field.id, 'its name, type or data are not accepted here, or its name is taken')
    );
  });
  return { linkifiers, playgrounds: playgrounds.map(({ id: _, ...playground }) => playground), profile_fields };
}

/** The field as it would be created here; throws if the rules refuse it. */
function fieldHere(
  { id, field_type, use_for_user_matching, ...field }: ArchiveProfileField,
  others: readonly ProfileField[],
): ProfileField {
  const type = FieldType.parse(field_type);
  const field_data = checkFieldData(type, field.field_data);
  const account = defaultAccountOf({ type, field_data });
  const made: ProfileField = {
    ...field,
    id: -others.length - 1,
    type,
    order: others.length + 1,
    name: account?.name ?? checkName(field.name),
    hint: account?.hint ?? checkHint(field.hint),
    field_data,
    ...(use_for_user_matching ? { use_for_user_matching } : {}),
  };
  checkNameIsFree(others, made.name, null);
  checkFlags(made, others);
  return made;
}

/** A field of the same name, type and data. */
export function sameField(field: ArchiveProfileField, here: readonly ProfileField[]): ProfileField | undefined {
  const { name, type, field_data } = fieldHere(field, []);
  return here.find((one) => one.type === type && one.field_data === field_data && nameKey(one.name) === nameKey(name));
}

interface PreparedObjects {
  readonly users: Iterable<ArchiveUser>;
  readonly channels: ReadonlySet<string>;
  readonly fields: readonly ArchiveProfileField[];
  readonly drop: Drop;
}

export function preparePersonal(
  personal: readonly ArchivePersonal[] = [],
  { users, channels, fields, drop }: PreparedObjects,
): ArchivePersonal[] {
  if (personal.length === 0) return [];
  /** Whether they are bots. */
  const people = new Map(Array.from(users, ({ id, bot }) => [id, bot !== null]));
  const by_id = new Map(fields.map((field) => [field.id, field]));
  const taken = new Set<string>();
  /** Why it can't be imported; empty if it can. */
  const faultOf = (own: ArchivePersonal): ArchiveNoteText | '' => {
    switch (own.kind) {
      case 'alert words':
        return accepts(() => checkWords([own.word])) && own.word.trim() !== '' ? '' : 'it is empty or too long';
      case 'snippets': {
        const content = own.content.map((part) => (typeof part === 'string' ? part : '.')).join('');
        return accepts(() => [checkTitle(own.title), checkContent(content)]) ? '' : 'a part is empty or too long';
      }
      case 'topic policies':
        if (!channels.has(own.channel)) return 'its channel is not in the archive';
        return accepts(() => checkTopic(own.topic)) ? '' : 'its topic is too long';
      case 'muted people':
        return people.has(own.muted) && own.muted !== own.user ? '' : 'the muted account is not in the archive';
      case 'profile values': {
        const field = by_id.get(own.field);
        if (!field) return 'its field is not imported';
        if (people.get(own.user)!) return 'bots have no profile';
        return accepts(() => valueHere(field, own.value, () => 1 as UserId))
          ? ''
          : 'the field does not accept the value';
      }
    }
  };
  return personal.filter((own) => {
    if (!people.has(own.user)) return drop(own.kind, own.user, 'the account is not in the archive');
    const fault = faultOf(own);
    if (fault !== '') return drop(own.kind, own.user, fault);
    const key = JSON.stringify([own.kind, own.user, keyOf(own)]);
    if (taken.has(key)) return drop(own.kind, own.user, 'it occurs twice');
    taken.add(key);
    return true;
  });
}

/** The stored value; null if it is empty. Throws if the field does not accept it. */
export function valueHere(
  field: ArchiveProfileField,
  value: string | readonly string[],
  userOf: (id: string) => UserId | undefined,
): string | null {
  const type = FieldType.parse(field.field_type);
  const checked = { ...field, type, field_data: checkFieldData(type, field.field_data) };
  return checkValue(checked, typeof value === 'string' ? value : value.flatMap((id) => userOf(id) ?? []));
}

/** Each person has at most one record of each key. */
function keyOf(own: ArchivePersonal): unknown {
  switch (own.kind) {
    case 'alert words':
      return wordKey(own.word);
    case 'snippets':
      return [own.title, own.content];
    case 'topic policies':
      return [own.channel, topicKey(own.topic.trim())];
    case 'muted people':
      return own.muted;
    case 'profile values':
      return own.field;
  }
}
