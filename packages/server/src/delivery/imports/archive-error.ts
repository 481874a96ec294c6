// What ends an import of an archive, as a sentence for whoever runs it.
import { type ArchiveParams, type ArchiveReason, archiveFailureText, type ImportFailure } from '@stoa/contract';
import { visible } from '../../kit/logging/visible.ts';

/** Ends an import in one sentence, before anything is written: what is wrong, in which file, at which record. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';

  constructor(
    what: string,
    readonly file?: string,
    readonly record?: string | number,
    /** Null where only the command line says it. */
    readonly why: { readonly reason: ArchiveReason; readonly params: ImportFailure['params'] } | null = null,
  ) {
    const place = [file, record === undefined ? undefined : `record ${record}`]
      .filter(Boolean)
      .map((part) => printable(part))
      .join(', ');
    super(printable(place === '' ? what : `${place}: ${what}`, SENTENCE_MAX));
  }
}

/** A failure that can also end an import in the browser: clients translate its reason. */
export const archiveFailure = <R extends ArchiveReason>(
  reason: R,
  params: ArchiveParams<R>,
  file?: string,
  record?: string | number,
): ArchiveError => new ArchiveError(archiveFailureText(reason, params), file, record, { reason, params });
const NAME_MAX = 200;
const SENTENCE_MAX = 600;

/** Text of an archive as a terminal may print it: one line, cut, without characters that control the terminal or its direction. */
export function printable(text: string | number | undefined, max = NAME_MAX): string {
  const start = String(text).slice(0, max + 1);
  return visible(start.length > max ? `${start.slice(0, max)}…` : start);
}
