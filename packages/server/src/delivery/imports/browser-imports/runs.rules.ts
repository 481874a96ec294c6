// Which stages lead to which, and where archives are. Pure.
import type { ImportStage, RunRow } from './runs.tables.ts';

export const UPLOAD_PATH = '/api/v1/import/archive';
/** Below the data directory. */
export const ARCHIVES = 'import-archives';

/** Stages that a process works on. */
export const WORKING: readonly ImportStage[] = ['planning', 'importing', 'undoing'];

const isWorking = ({ stage, error }: Pick<RunRow, 'stage' | 'error'>): boolean =>
  error === null && WORKING.includes(stage);

/** Whether the import has written nothing yet. */
export const mayDiscard = (row: Pick<RunRow, 'stage' | 'error'>): boolean =>
  !isWorking(row) && row.stage !== 'importing' && row.stage !== 'undoing';

/** Also continues an import that failed. */
export const mayStart = ({ stage, error }: Pick<RunRow, 'stage' | 'error'>): boolean =>
  stage === 'planned' || (stage === 'importing' && error !== null);

export const mayUndo = (row: Pick<RunRow, 'stage' | 'error'>): boolean =>
  !isWorking(row) && ['importing', 'imported', 'undoing'].includes(row.stage);

/** The stage of an import that the command line has left unfinished; null if there is none, or a run of the browser owns it. */
export function commandOf(
  row: Pick<RunRow, 'stage'> | null,
  into: { readonly finished_at: number | null; readonly undoing_since: number | null } | null,
): 'importing' | 'undoing' | null {
  if (into === null || row?.stage === 'importing' || row?.stage === 'undoing') return null;
  if (into.undoing_since !== null) return 'undoing';
  return into.finished_at === null ? 'importing' : null;
}
