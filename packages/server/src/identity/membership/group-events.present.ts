// Selects the clients a group event is for: some know deactivated groups, for others those are gone. [GR11] Pure.
import { openEvent, type Presenter } from '../../feed/present.ts';

/** `deactivated_too`: clients with the capability include_deactivated_groups. */
export type GroupClients = 'deactivated_too' | 'active_only';

export const presentUserGroup: Presenter = (entry, { options }) => {
  const { knowing, ...body } = entry.body;
  const kind: GroupClients = options.capabilities.includes('include_deactivated_groups')
    ? 'deactivated_too'
    : 'active_only';
  if (knowing !== undefined && knowing !== kind) return [];
  return [entry.text('', () => openEvent(entry.type, entry.op, body))];
};
