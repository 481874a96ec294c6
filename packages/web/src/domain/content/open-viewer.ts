// Which picture is shown large; the viewer itself is loaded when somebody first opens one.
import { Cell } from '../../base/cells/cell.ts';

export interface ViewerRequest {
  readonly message_id: number;
  readonly file: string;
  /** Gets the focus back. */
  readonly opener: HTMLElement | null;
}

export const openViewer = new Cell<ViewerRequest | null>(null);
