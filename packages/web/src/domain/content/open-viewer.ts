// Which picture the viewer shows; the viewer is loaded when first opened.
import { Cell } from '../../base/cells/cell.ts';

export interface ViewerRequest {
  readonly message_id: number;
  readonly file: string;
  /** Receives the focus when the viewer closes. */
  readonly opener: HTMLElement | null;
}

export const openViewer = new Cell<ViewerRequest | null>(null);
