// The imports that owners make in the browser, at most one for each organization.
import type { ArchiveFormat, ArchiveImport, ImportFailure, ImportPlan, RealmId, UserId } from '@stoa/contract';

export type ImportStage = ArchiveImport['stage'];

export interface RunRow {
  readonly realm_id: RealmId;
  readonly acting_user_id: UserId;
  readonly upload_id: string;
  readonly format: ArchiveFormat;
  readonly file_name: string;
  readonly size: number;
  readonly stage: ImportStage;
  readonly started_at: number;
  readonly worked_at: number;
  readonly messages: number;
  readonly total_messages: number | null;
  readonly seconds_left: number | null;
  readonly plan: ImportPlan | null;
  readonly error: string | null;
  readonly failure: ImportFailure | null;
}
