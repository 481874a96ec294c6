// Lists of the organization and personal data of the reference server's export. Pure.
import { FIELD_TYPE } from '@stoa/contract';
import type { ArchiveLists, ArchivePersonal, Problem } from '../../archive.ts';
import type { RealmTables } from './realm.ts';
import { textOf } from './text.ts';

const POLICIES = new Map([
  [1, 'muted'],
  [2, 'unmuted'],
  [3, 'followed'],
] as const);

export function listsOf({ linkifiers, playgrounds, profile_fields }: RealmTables): ArchiveLists {
  return {
    linkifiers: linkifiers.toSorted(inOrder).map(({ order: _, ...linkifier }) => linkifier),
    playgrounds,
    profile_fields: profile_fields
      .toSorted(inOrder)
      .map(({ id, order: _, field_data, ...field }) => ({ ...field, id: String(id), field_data: dataOf(field_data) })),
  };
}

const inOrder = (a: { order: number }, b: { order: number }) => a.order - b.order;

/** Unreadable data counts as none; a field that needs data is then refused. */
function dataOf(json: string): Record<string, unknown> {
  const data = parseOrNull(json);
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

export function personalOf(tables: RealmTables, file: string, report: (problem: Problem) => void): ArchivePersonal[] {
  const users = new Set(Array.from(tables.users, ({ id }) => id));
  const known = { isUser: (id: string) => users.has(Number(id)) && String(Number(id)) === id, fileAt: () => null };
  const of_people = new Set(
    tables.profile_fields.filter(({ field_type }) => field_type === FIELD_TYPE.users).map(({ id }) => id),
  );
  const personal: ArchivePersonal[] = [];
  for (const { user_profile, word } of tables.alert_words)
    personal.push({ kind: 'alert words', user: String(user_profile), word });
  for (const { user_profile, title, content, date_created = null } of tables.snippets)
    personal.push({
      kind: 'snippets',
      user: String(user_profile),
      title,
      content: textOf(content, known),
      date_created,
    });
  for (const [
    at,
    { user_profile, stream, topic_name, visibility_policy, last_updated },
  ] of tables.topic_policies.entries()) {
    const policy = POLICIES.get(visibility_policy as 1);
    if (policy)
      personal.push({
        kind: 'topic policies',
        user: String(user_profile),
        channel: String(stream),
        topic: topic_name,
        policy,
        last_updated: last_updated ?? null,
      });
    else report({ kind: 'topic policies', reason: 'its policy is unknown', file, record: `zerver_usertopic[${at}]` });
  }
  for (const { user_profile, muted_user, date_muted = null } of tables.muted_people)
    personal.push({ kind: 'muted people', user: String(user_profile), muted: String(muted_user), date_muted });
  for (const { user_profile, field, value } of tables.profile_values)
    personal.push({
      kind: 'profile values',
      user: String(user_profile),
      field: String(field),
      value: of_people.has(field) ? idsIn(value) : value,
    });
  return personal;
}

function idsIn(json: string): string[] {
  const ids = parseOrNull(json);
  return Array.isArray(ids) ? ids.map(String) : [];
}
