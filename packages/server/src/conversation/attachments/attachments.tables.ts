// The rows of uploaded files.
import type { RealmId, UserId } from '@stoa/contract';

export interface AttachmentRow {
  readonly attachment_id: number;
  readonly realm_id: RealmId;
  readonly owner_id: UserId;
  /** `{realm_id}/{two digits}/{random}/{name}`. */
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  /** Seconds since 1970. */
  readonly create_time: number;
  /** Of pictures: as they are looked at. */
  readonly width: number | null;
  readonly height: number | null;
  readonly animated: boolean;
  readonly thumbnail: 'none' | 'pending' | 'ready' | 'failed';
  /** Since when no message links to it, in seconds since 1970; null while one does, as far as is known. */
  readonly unclaimed_since: number | null;
}
