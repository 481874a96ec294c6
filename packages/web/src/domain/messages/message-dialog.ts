// The open dialog about a message; dialogs are loaded on first use.
import { Cell } from '../../base/cells/cell.ts';

export interface MessageDialogRequest {
  readonly kind: 'history' | 'receipts' | 'reactions' | 'source' | 'report' | 'remind' | 'delete';
  readonly message_id: number;
}

export const messageDialog = new Cell<MessageDialogRequest | null>(null);
