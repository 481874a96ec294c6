// Which picture the viewer shows; the viewer is loaded when first opened.
import { Cell } from '../../base/cells/cell.ts';
import type { FocusPlace } from '../focus/message-focus.ts';

export interface ViewerRequest {
  readonly message_id: number;
  readonly file: string;
  /** Receives the focus when the viewer closes. */
  readonly place: FocusPlace;
}

export const openViewer = new Cell<ViewerRequest | null>(null);
