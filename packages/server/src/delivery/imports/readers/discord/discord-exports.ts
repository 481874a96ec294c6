// The files that DiscordChatExporter writes: a JSON document for each channel or part of one, and a folder of assets beside it.
import { basename, dirname, join } from 'node:path/posix';
import type { ArchiveFile, ArchiveSource, Problem } from '../../archive.ts';
import { archiveFailure } from '../../archive-error.ts';
import { jsonRecords } from '../../records/json-elements.ts';
import { check } from '../../records/json-records.ts';
import { type OnIgnored, reportIgnored } from '../../records/optional-fields.ts';
import { type KeyedRecord, sortRecords } from '../../records/sort-records.ts';
import { Channel, Guild, Message } from './discord-shapes.ts';

type Report = (problem: Problem) => void;

export interface DiscordExport {
  readonly path: string;
  readonly guild: Guild;
  readonly channel: Channel;
}

export interface DiscordRecord {
  readonly message: Message;
  /** The id of the channel. */
  readonly channel: string;
  readonly file: string;
  readonly record: number;
}

/** Files that people sent may be JSON as well: assets are in such a folder, or have part of a digest in their name. */
const ASSET = /(?:_Files\/[^/]*|-[0-9A-F]{5}\.json)$/i;
/** Ids count milliseconds since 2015 above these bits. */
const ID_TIME = 22n;
const ID_EPOCH = 1_420_070_400_000;

/** When something was made, in milliseconds. */
export const idTime = (id: string): number => Number(BigInt(id) >> ID_TIME) + ID_EPOCH;

export async function findExports(source: ArchiveSource, report: Report): Promise<DiscordExport[]> {
  const exports: DiscordExport[] = [];
  for (const path of source.paths) {
    if (!/\.json$/i.test(path) || ASSET.test(path)) continue;
    const found = await headOf(source, path, report);
    if (found !== null) exports.push(found);
  }
  if (exports.length === 0) throw archiveFailure('discord_none', {});
  return exports;
}

/** Null if the file is something else. */
async function headOf(source: ArchiveSource, path: string, report: Report): Promise<DiscordExport | null> {
  let guild: Guild | null = null;
  for await (const { table, value } of jsonRecords(source, path)) {
    if (guild === null) {
      if (table !== 'guild') return null;
      guild = check(Guild, value, path, table, reportIgnored(report, 'organization'));
    } else if (table === 'channel')
      return { path, guild, channel: check(Channel, value, path, table, reportIgnored(report, 'channels')) };
    else break;
  }
  if (guild === null) return null;
  throw archiveFailure('discord_no_channel', {}, path);
}

export async function* messagesOf(
  source: ArchiveSource,
  { path, channel }: DiscordExport,
  ignored: OnIgnored,
): AsyncGenerator<DiscordRecord> {
  for await (const { table, index, value } of jsonRecords(source, path))
    if (table === 'messages') {
      const record = index + 1;
      yield { message: check(Message, value, path, record, ignored), channel: channel.id, file: path, record };
    }
}

/** Messages of all channels, in chronological order. */
export async function* sortedMessages(
  source: ArchiveSource,
  exports: readonly DiscordExport[],
  report: Report,
): AsyncGenerator<DiscordRecord> {
  async function* keyed(): AsyncGenerator<KeyedRecord> {
    for (const each of exports)
      for await (const record of messagesOf(source, each, reportIgnored(report, 'messages')))
        yield { key: idTime(record.message.id), json: JSON.stringify(record) };
  }
  for await (const json of sortRecords(keyed(), source.scratch)) {
    const record = JSON.parse(json) as DiscordRecord;
    yield record;
  }
}

export type AssetOf = (written: string, file: string) => (ArchiveFile & { readonly path: string }) | null;

/** Finds assets by the path in a document: relative to its folder, or absolute on the computer that made the export. */
export function assetsIn(source: ArchiveSource): AssetOf {
  /** Null if several have the name. */
  const by_name = new Map<string, string | null>();
  for (const path of source.paths) {
    const name = basename(path);
    by_name.set(name, by_name.has(name) ? null : path);
  }
  return (written, file) => {
    if (written === '' || /^https?:/i.test(written)) return null;
    const plain = written.replaceAll('\\', '/');
    const near = join(dirname(file), plain);
    const path = source.size(near) === null ? by_name.get(basename(plain)) : near;
    return path == null ? null : { path, name: basename(path), open: () => source.open(path) };
  };
}
