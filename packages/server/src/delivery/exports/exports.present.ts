// Data exports as access tokens see them. [TK8] Pure.
import type { RealmExport } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';

/** The address of an archive needs no credentials, and is all that the organization has. */
export const presentExports: Presenter = (entry, { options }) => {
  const { exports } = entry.body as { exports: readonly RealmExport[] };
  const open = (shown: readonly RealmExport[]) => openEvent(entry.type, entry.op, { ...entry.body, exports: shown });
  if (!options.by_token) return [entry.text('', () => open(exports))];
  return [entry.text('by token', () => open(exports.map((each) => ({ ...each, export_url: null }))))];
};
