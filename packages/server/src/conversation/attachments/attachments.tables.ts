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
  /** For pictures: size as displayed. */
  readonly width: number | null;
  readonly height: number | null;
  readonly animated: boolean;
  readonly thumbnail: 'none' | 'pending' | 'ready' | 'failed';
  /** Since when no message is known to link to it, in seconds since 1970; null while one does. */
  readonly unclaimed_since: number | null;
}
