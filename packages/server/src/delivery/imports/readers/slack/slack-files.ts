// Slack's folders: where conversations, uploads and emoji are in an export, with or without a folder around it.

import { getOrSet } from '../../../../kit/collections/get-or-set.ts';
import type { ArchiveSource } from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { jsonRecords } from '../../records/json-elements.ts';
import type { OnIgnored } from '../../records/optional-fields.ts';
import type { RecordList } from '../../records/packed-list.ts';
import type { SlackConversation } from './slack-shapes.ts';

const DAY = /^(\d{4}-\d\d-\d\d)\.json$/;
const PICTURE = /\.(?:png|gif|jpe?g|webp)$/i;

export interface SlackConversationPlace {
  readonly conversation: Omit<SlackConversation, 'members'>;
  readonly members: RecordList<string>;
  readonly kind: 'public' | 'private' | 'direct';
}

export interface SlackDayFile extends SlackConversationPlace {
  readonly path: string;
}

/** The files of messages by day, in the order of days. */
export type SlackDays = readonly (readonly [day: string, files: readonly SlackDayFile[]])[];

/** The folder that holds `users.json`. */
export function rootOf(source: ArchiveSource): string {
  const found = source.paths.filter((path) => /(?:^|\/)users\.json$/.test(path) && !path.startsWith('__MACOSX/'));
  const shortest = found.sort((a, b) => a.length - b.length)[0];
  if (shortest === undefined) throw archiveFailure('slack_none', {});
  return shortest.slice(0, -'users.json'.length);
}

/** Also names the folders of no conversation. */
export function dayFiles(
  source: ArchiveSource,
  root: string,
  places: readonly SlackConversationPlace[],
): { days: SlackDays; unknown: readonly string[] } {
  const byFolder = new Map<string, SlackConversationPlace>();
  for (const place of places) byFolder.set(place.conversation.id, place);
  for (const place of places) if (place.conversation.name !== '') byFolder.set(place.conversation.name, place);
  const days = new Map<string, SlackDayFile[]>();
  const unknown = new Set<string>();
  for (const path of source.paths) {
    if (!path.startsWith(root)) continue;
    const [folder = '', name = '', ...deeper] = path.slice(root.length).split('/');
    const day = DAY.exec(name)?.[1];
    if (day === undefined || deeper.length > 0) continue;
    const place = byFolder.get(folder) ?? byFolder.get(folder.normalize('NFC'));
    if (place === undefined) unknown.add(folder);
    else getOrSet(days, day, () => [] as SlackDayFile[]).push({ ...place, path });
  }
  return { days: [...days].sort(([a], [b]) => (a < b ? -1 : 1)), unknown: [...unknown] };
}

/** Uploaded files by Slack's id, as the usual tools add them: `__uploads/<id>/<name>` or `<channel>/attachments/<id>-<name>`. */
export function uploadPaths(source: ArchiveSource, root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of source.paths) {
    if (!path.startsWith(root)) continue;
    const match = /(?:^|\/)(?:__uploads\/(F[A-Z0-9]{5,20})\/[^/]+|attachments\/(F[A-Z0-9]{5,20})-[^/]+)$/.exec(path);
    const id = match?.[1] ?? match?.[2];
    if (id !== undefined && !found.has(id)) found.set(id, path);
  }
  return found;
}

const MIB = 1024 * 1024;
/** `emoji.json`, in bytes: Slack's largest customers have tens of thousands of emoji. */
const EMOJI_MAX = 16 * MIB;

export interface SlackEmoji {
  readonly name: string;
  readonly path: string;
}

/** Pictures in `emoji/` or `emojis/`, named by their files; `emoji.json` names aliases. */
export async function customEmoji(
  source: ArchiveSource,
  root: string,
  ignored: OnIgnored,
): Promise<{ emoji: readonly SlackEmoji[]; aliases: ReadonlyMap<string, string>; missing: readonly string[] }> {
  const emoji = source.paths.flatMap((path) => {
    const match = path.startsWith(root) ? /^emojis?\/([^/]+)$/.exec(path.slice(root.length)) : null;
    return match && PICTURE.test(path) ? [{ name: (match[1] as string).replace(PICTURE, ''), path }] : [];
  });
  const aliases = new Map<string, string>();
  const missing: string[] = [];
  if (source.paths.includes(`${root}emoji.json`)) {
    const path = `${root}emoji.json`;
    if (source.size(path)! > EMOJI_MAX) throw archiveFailure('file_long', { count: EMOJI_MAX / MIB }, path);
    const known = new Set(emoji.map(({ name }) => name));
    let is_reported = false;
    // One by one: such a file has no other limit than its length. [IM801]
    for await (const { table: name, is_item, value } of jsonRecords(source, path)) {
      const address = value ?? '';
      if (is_item || typeof address !== 'string') {
        if (!is_reported) ignored(path, 1, 'emoji');
        is_reported = true;
      } else if (address.startsWith('alias:')) aliases.set(name, address.slice('alias:'.length));
      else if (!known.has(name)) missing.push(name);
    }
  }
  return { emoji, aliases, missing };
}
