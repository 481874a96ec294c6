// Asks before a page is left where text is unsaved.
import { useCell } from '../base/cells/cell.ts';
import { DiscardQuestion } from '../base/ui/dialog.tsx';
import { leaving } from '../base/ui/unsaved.ts';

export function LeaveQuestion() {
  const question = useCell(leaving);
  return question && <DiscardQuestion discard={question.discard} close={() => leaving.set(null)} />;
}
