// The rows this slice owns.
import type { Device, TokenKind, UserId } from '@stoa/contract';

export interface DeviceRow extends Device {
  readonly device_id: number;
  readonly user_id: UserId;
  /** Base64 as sent by the client, encrypted for storage. */
  readonly push_key_sealed: string | null;
  readonly token_kind: TokenKind | null;
  readonly pending_token_kind: TokenKind | null;
}
