// The messages of a dump in order of time.
import type { ArchiveSource, Problem } from '../../archive.ts';
import { readBson } from '../../records/bson-records.ts';
import { check } from '../../records/json-records.ts';
import { type OnIgnored, reportIgnored } from '../../records/optional-fields.ts';
import { type KeyedRecord, sortRecords } from '../../records/sort-records.ts';
import { RocketMessage } from './rocketchat-shapes.ts';

export interface RocketRecord {
  readonly message: RocketMessage;
  readonly record: number;
}

export async function* sortedMessages(
  source: ArchiveSource,
  path: string,
  report: (problem: Problem) => void,
): AsyncGenerator<RocketRecord> {
  const records = keyed(source, path, reportIgnored(report, 'messages'));
  for await (const json of sortRecords(records, source.scratch)) yield JSON.parse(json) as RocketRecord;
}

export async function* messagesOf(
  source: ArchiveSource,
  path: string,
  ignored: OnIgnored,
): AsyncGenerator<RocketRecord> {
  for await (const { document, record } of readBson(source, path))
    yield { message: check(RocketMessage, document, path, record, ignored), record };
}

async function* keyed(source: ArchiveSource, path: string, ignored: OnIgnored): AsyncGenerator<KeyedRecord> {
  for await (const { message, record } of messagesOf(source, path, ignored)) {
    const { _id, rid, ts, msg, t, _hidden, tmid, tcount, u, editedAt, editedBy, starred, reactions, file, files } =
      message;
    const { attachments, mentions, channels } = message;
    const kept = {
      _id,
      rid,
      ts,
      msg,
      t,
      _hidden,
      tmid,
      tcount,
      u,
      editedAt,
      editedBy,
      starred,
      reactions,
      file,
      files,
    };
    yield { key: ts, json: JSON.stringify({ message: { ...kept, attachments, mentions, channels }, record }) };
  }
}
