// Plans an import: how many records of each kind would come, and which are left out and why. Reads everything, writes nothing.
import { ARCHIVE_NOTES, type ArchiveNote, type ArchiveNoteText } from '@stoa/contract';
import type { Archive, ArchiveReader, ArchiveSource, Problem, RecordKind } from './archive.ts';
import { printable } from './archive-error.ts';
import { readWithinMemory } from './memory-limit.ts';
import { prepareArchive } from './prepare.ts';

const KINDS: readonly RecordKind[] = [
  'users',
  'groups',
  'channels',
  'subscriptions',
  'emoji',
  'files',
  'messages',
  'edits',
  'reactions',
  'marks',
];

/** Kinds that few archives have: omitted from the counts if there are none. */
const RARE_KINDS: readonly RecordKind[] = [
  'linkifiers',
  'playgrounds',
  'profile fields',
  'profile values',
  'alert words',
  'snippets',
  'topic policies',
  'muted people',
];

export interface KindCount {
  readonly read: number;
  readonly imported: number;
  readonly dropped: number;
}

export interface ReasonCount {
  readonly kind: RecordKind;
  readonly reason: ArchiveNoteText;
  /** The same for programs. */
  readonly code: ArchiveNote;
  readonly records: number;
  /** Whether the records are imported nevertheless, changed as the reason says. */
  readonly is_kept: boolean;
  /** The first such record. */
  readonly file: string;
  readonly record: string | number;
}

export interface Plan {
  readonly organization: string;
  readonly counts: Readonly<Record<string, KindCount>>;
  readonly reasons: readonly ReasonCount[];
}

const CODES = new Map(Object.entries(ARCHIVE_NOTES).map(([code, text]) => [text, code as ArchiveNote]));

/** Counts problems by kind and reason: an archive may have a million of one. */
export class Problems {
  private readonly counted = new Map<string, { problem: Problem; records: number }>();

  readonly report = (problem: Problem): void => {
    const key = `${problem.kind} ${problem.reason}`;
    const known = this.counted.get(key);
    if (known) known.records++;
    else this.counted.set(key, { problem, records: 1 });
  };

  get reasons(): ReasonCount[] {
    return [...this.counted.values()].map(({ problem: { kind, reason, file, record, is_kept = false }, records }) => ({
      kind,
      reason,
      code: CODES.get(reason)!,
      records,
      is_kept,
      file,
      record,
    }));
  }

  dropped(kind: RecordKind): number {
    return this.reasons.reduce(
      (sum, reason) => (reason.kind === kind && !reason.is_kept ? sum + reason.records : sum),
      0,
    );
  }
}

export interface OpenArchive {
  readonly archive: Archive;
  readonly problems: Problems;
}

/** `owner`: the address of the person who owns the new organization; null: as the archive has it. */
export async function openArchive(
  source: ArchiveSource,
  read: ArchiveReader,
  now: number,
  owner: string | null = null,
): Promise<OpenArchive> {
  const problems = new Problems();
  const archive = await readWithinMemory(async () =>
    prepareArchive(await read(source, problems.report), problems.report, now, owner),
  );
  return { archive, problems };
}

/** `progress` is called with the number of messages read so far. */
export async function planImport(
  { archive, problems }: OpenArchive,
  progress: (messages: number) => void = () => {},
): Promise<Plan> {
  const imported: Partial<Record<RecordKind, number>> = {
    users: archive.users.length,
    groups: archive.groups.length,
    channels: archive.channels.length,
    subscriptions: archive.channels.reduce((sum, { subscriptions }) => sum + subscriptions.length, 0),
    emoji: archive.emoji.length,
    files: archive.uploads.length,
  };
  const { lists, personal = [] } = archive;
  if (lists)
    Object.assign(imported, {
      linkifiers: lists.linkifiers.length,
      playgrounds: lists.playgrounds.length,
      'profile fields': lists.profile_fields.length,
    });
  for (const { kind } of personal) imported[kind] = (imported[kind] ?? 0) + 1;
  const of_messages = { messages: 0, edits: 0, reactions: 0, marks: 0 };
  for await (const { edits, reactions, marks } of archive.messages()) {
    of_messages.messages++;
    of_messages.edits += edits.length;
    of_messages.reactions += reactions.length;
    of_messages.marks += marks.length;
    progress(of_messages.messages);
  }
  Object.assign(imported, of_messages);
  const counts = [...KINDS, ...RARE_KINDS].flatMap((kind) => {
    const own = imported[kind] ?? 0;
    const dropped = problems.dropped(kind);
    const is_shown = own + dropped > 0 || !RARE_KINDS.includes(kind);
    return is_shown ? [[kind, { read: own + dropped, imported: own, dropped }] as const] : [];
  });
  return { organization: archive.organization.name, counts: Object.fromEntries(counts), reasons: problems.reasons };
}

/** The plan as lines for people. */
export function planLines({ organization, counts, reasons }: Plan): string[] {
  const cell = (value: string | number) => String(value).padStart(10);
  const rows = Object.entries(counts).map(
    ([kind, { read, imported, dropped }]) => `${kind.padEnd(15)}${cell(read)}${cell(imported)}${cell(dropped)}`,
  );
  const remarks = reasonLines(reasons);
  return [
    `Organization: ${organization}`,
    '',
    `${''.padEnd(15)}${cell('read')}${cell('imported')}${cell('dropped')}`,
    ...rows,
    ...(remarks.length > 0 ? ['', ...remarks] : []),
  ];
}

export const reasonLines = (reasons: readonly ReasonCount[]): string[] =>
  reasons.map(
    ({ kind, reason, records, is_kept, file, record }) =>
      `${is_kept ? 'Changed' : 'Dropped'}: ${records} of ${kind}: ${reason} (first: ${printable(file)}, ${printable(record)})`,
  );
