// Asks before a page is left where text is unsaved.
import { useCell } from '../cells/cell.ts';
import { DiscardQuestion } from './dialog.tsx';
import { leaving } from './unsaved.ts';

export function LeaveQuestion() {
  const question = useCell(leaving);
  return question && <DiscardQuestion discard={question.discard} close={() => leaving.set(null)} />;
}
