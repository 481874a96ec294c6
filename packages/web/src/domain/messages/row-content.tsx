// One row of a list, by its kind.
import { MessageRow } from './message-row.tsx';
import { OutgoingRow } from './outgoing-row.tsx';
import type { Row } from './rows.ts';
import { DateRow, HeadingRow, NewRow } from './separators.tsx';

interface Props {
  readonly row: Row;
  readonly selected: boolean;
  readonly editing: boolean;
  /** A link to this message was just followed. */
  readonly target: boolean;
}

export function RowContent({ row, selected, editing, target }: Props) {
  switch (row.kind) {
    case 'date':
      return <DateRow timestamp={row.timestamp} />;
    case 'new':
      return <NewRow />;
    case 'heading':
      return <HeadingRow message={row.message} />;
    case 'outgoing':
      return <OutgoingRow outgoing={row.outgoing} />;
    case 'message':
      return (
        <MessageRow message={row.message} grouped={row.grouped} selected={selected} editing={editing} target={target} />
      );
  }
}
