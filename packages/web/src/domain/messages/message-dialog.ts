// Which dialog about a message is open; the dialogs themselves are loaded when the first is.
import { Cell } from '../../base/cells/cell.ts';

export interface MessageDialogRequest {
  readonly kind: 'history' | 'receipts' | 'reactions' | 'source' | 'report' | 'remind' | 'delete';
  readonly message_id: number;
}

export const messageDialog = new Cell<MessageDialogRequest | null>(null);
