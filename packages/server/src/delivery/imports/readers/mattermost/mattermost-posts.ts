// The posts and replies of a bulk export, sorted by time.
import type { z } from 'zod';
import type { ArchiveSource, Problem } from '../../archive.ts';
import { check, checkStrictly, readLines } from '../../records/json-records.ts';
import { type OnIgnored, reportIgnored } from '../../records/optional-fields.ts';
import { type KeyedRecord, sortRecords } from '../../records/sort-records.ts';
import { DirectPost, Line, Post, type Reply } from './mattermost-shapes.ts';

export interface MattermostRecord {
  readonly line: number;
  /** 0 for a post, its number for a reply. */
  readonly reply: number;
  readonly body: Reply;
  readonly place: { readonly team: string; readonly channel: string } | { readonly members: readonly string[] };
  /** The text of the post that a thread begins with; null outside of threads. */
  readonly thread: string | null;
}

/** Long enough to name a topic. */
const THREAD_TEXT_MAX = 500;

type Lines = AsyncIterable<{ readonly value: unknown; readonly line: number }>;

/** A line as its kind and its value. */
export function entryOf(value: unknown, path: string, line: number): { kind: string; entry: unknown } {
  const { type: kind } = checkStrictly(Line, value, path, line);
  return { kind, entry: Object.hasOwn(value as object, kind) ? (value as Record<string, unknown>)[kind] : undefined };
}

export async function* sortedPosts(
  source: ArchiveSource,
  path: string,
  report: (problem: Problem) => void,
): AsyncGenerator<MattermostRecord> {
  for await (const json of sortRecords(
    keyed(postsOf(readLines(source, path), path, reportIgnored(report, 'messages'))),
    source.scratch,
  ))
    yield JSON.parse(json) as MattermostRecord;
}

async function* keyed(records: AsyncIterable<MattermostRecord>): AsyncGenerator<KeyedRecord> {
  for await (const record of records) yield { key: record.body.create_at, json: JSON.stringify(record) };
}

export async function* postsOf(lines: Lines, path: string, ignored: OnIgnored): AsyncGenerator<MattermostRecord> {
  for await (const { value, line } of lines) {
    const { kind, entry } = entryOf(value, path, line);
    if (kind === 'post') {
      const post = check(Post, entry, path, line, ignored);
      yield* withReplies(post, { team: post.team, channel: post.channel }, line);
    } else if (kind === 'direct_post') {
      const post = check(DirectPost, entry, path, line, ignored);
      yield* withReplies(post, { members: post.channel_members }, line);
    }
  }
}

function* withReplies(
  post: Reply & { readonly replies: readonly z.output<typeof Reply>[] },
  place: MattermostRecord['place'],
  line: number,
): Generator<MattermostRecord> {
  const { replies, ...body } = post;
  const thread = replies.length > 0 ? body.message.slice(0, THREAD_TEXT_MAX) : null;
  yield { line, reply: 0, body, place, thread };
  for (const [index, reply] of replies.entries()) yield { line, reply: index + 1, body: reply, place, thread };
}
