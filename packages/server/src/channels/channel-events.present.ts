// Events of archived channels: some clients keep such channels, to others they are gone. [CH23]
import { openEvent, type Presenter } from '../feed/present.ts';

/** Which clients an event is for: those that process archived channels, those that do not, or all. */
export interface ForClients {
  readonly archived_channels?: boolean;
}

/** A body for some clients only, as the log keeps it. */
export function forClients<B extends object>(body: B, clients: ForClients): B {
  return clients.archived_channels === undefined ? body : { ...body, for_clients: clients };
}

export const presentChannelEvent: Presenter = (entry, { options }) => {
  const { for_clients, ...body } = entry.body as { for_clients?: ForClients };
  const archived_channels = options.capabilities.includes('archived_channels');
  if (for_clients && for_clients.archived_channels !== archived_channels) return [];
  return [entry.text('', () => openEvent(entry.type, entry.op, body))];
};
