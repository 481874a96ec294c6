// How many messages wait for their writer: drafts, and those that were sent and not accepted.
import { useCell } from '../../base/cells/cell.ts';
import { isHeld } from '../messages/outbox.ts';
import { useAppState, useEngine } from './context.ts';

export function useDraftCount(): number {
  const unsent = useCell(useEngine().outbox.cell, (messages) => messages.filter(isHeld).length);
  return useAppState(({ drafts }) => drafts.length) + unsent;
}
