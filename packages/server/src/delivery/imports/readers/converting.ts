// Code shared by the converters of all formats.
import type { ArchiveMessage, ArchiveReference } from '../archive.ts';
import type { People } from '../people.ts';

/** The messages of records. A converter returns null for what it leaves out. */
export async function* convertRecords<Row>(
  records: AsyncIterable<Row>,
  converter: { convert(record: Row): ArchiveMessage | null },
): AsyncGenerator<ArchiveMessage> {
  for await (const record of records) {
    const message = converter.convert(record);
    if (message !== null) yield message;
  }
}

interface NameLookups {
  readonly people: Pick<People, 'nameOf'>;
  readonly channelName: (id: string) => string | undefined;
  readonly groupName?: (id: string) => string | undefined;
}

/** A reference as plain text. */
export function referenceText(to: ArchiveReference, { people, channelName, groupName }: NameLookups): string {
  if (to.kind === 'user') return `@${people.nameOf(to.id) ?? ''}`;
  if (to.kind === 'group') return groupName ? `@${groupName(to.id) ?? ''}` : '';
  if (to.kind === 'channel') return `#${channelName(to.id) ?? ''}`;
  return 'text' in to ? (to.text ?? '') : '';
}

/** Finds ids that two messages share. Copies of a message have the same time, so only the ids of one time are in memory. */
export class IdsAtTime<Time> {
  private readonly ids = new Set<string>();
  private time: Time | null = null;

  /** Whether an earlier message of this time has the id. */
  isTaken(id: string, time: Time): boolean {
    if (time !== this.time) this.ids.clear();
    this.time = time;
    const is_taken = this.ids.has(id);
    this.ids.add(id);
    return is_taken;
  }
}
