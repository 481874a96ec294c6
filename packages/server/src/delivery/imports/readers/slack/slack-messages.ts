// The messages of all conversations in order of time, a day at a time.
import type { ArchiveSource } from '../../archive.ts';
import { readElements } from '../../records/json-records.ts';
import type { OnIgnored } from '../../records/optional-fields.ts';
import { type KeyedRecord, sortRecords } from '../../records/sort-records.ts';
import type { SlackDayFile, SlackDays } from './slack-files.ts';
import { SlackMessage } from './slack-shapes.ts';

export interface SlackRecord {
  readonly conversation: string;
  readonly message: SlackMessage;
  readonly file: string;
  readonly record: number;
}

export async function* rawMessages(
  source: ArchiveSource,
  days: SlackDays,
  ignored: OnIgnored,
): AsyncGenerator<SlackRecord> {
  for (const [, files] of days)
    for await (const json of sortRecords(messagesOf(source, files, ignored), source.scratch))
      yield JSON.parse(json) as SlackRecord;
}

async function* messagesOf(
  source: ArchiveSource,
  files: readonly SlackDayFile[],
  ignored: OnIgnored,
): AsyncGenerator<KeyedRecord> {
  for (const { path, conversation } of files)
    for await (const { value: message, record } of readElements(source, path, SlackMessage, ignored)) {
      const found: SlackRecord = { conversation: conversation.id, message, file: path, record };
      yield { key: Number(message.ts), json: JSON.stringify(found) };
    }
}
