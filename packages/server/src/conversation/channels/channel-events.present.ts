// Channel events that differ between clients: only some support archived channels. [CH23]
import { openEvent, type Presenter } from '../../feed/present.ts';

/** The clients an event is for, by a capability they declare or lack; all if absent. */
export interface ForClients {
  readonly archived_channels?: boolean;
  readonly notification_settings_null?: boolean;
}

/** The body of a log entry that is for some clients only. */
export function forClients<B extends object>(body: B, clients: ForClients): B {
  return Object.values(clients).every((declared) => declared === undefined) ? body : { ...body, for_clients: clients };
}

/** Clients without support for archived channels took such a channel for deleted, or never heard of it. [CH820] */
export const knowing = (is_archived: boolean): ForClients => (is_archived ? { archived_channels: true } : {});

export function isFor(clients: ForClients, capabilities: readonly string[]): boolean {
  return Object.entries(clients).every(
    ([name, declared]) => declared === undefined || capabilities.includes(name) === declared,
  );
}

export const presentChannelEvent: Presenter = (entry, { options }) => {
  const { for_clients, ...body } = entry.body as { for_clients?: ForClients };
  if (for_clients && !isFor(for_clients, options.capabilities)) return [];
  return [entry.text('', () => openEvent(entry.type, entry.op, body))];
};
