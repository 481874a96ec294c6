// Entries of the audit log as files: comma-separated values for spreadsheets, or lines of JSON. Draws nothing.
import type { AuditEntry } from '@stoa/contract';
import { personName } from '../../model/state/names.ts';
import { findChannel, type State } from '../../model/state/state.ts';
import { actorName } from './audit-texts.ts';

const COLUMNS = ['id', 'time', 'kind', 'acting_user_id', 'acting_user', 'via', 'via_name', 'user_id', 'user'] as const;
const MORE_COLUMNS = ['stream_id', 'channel', 'group_id', 'group', 'name', 'changes'] as const;

/** A cell that a spreadsheet takes for a text: it would run one that begins like a formula. [WB927] */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function row(state: State, entry: AuditEntry): (string | number | null)[] {
  const { id, timestamp, kind, acting_user_id, via, via_name, user_id, stream_id, group_id, name, changes } = entry;
  const group = state.realm_user_groups.find((each) => each.id === group_id);
  return [
    id,
    new Date(timestamp * 1000).toISOString(),
    kind,
    acting_user_id,
    actorName(state, entry),
    via,
    via_name,
    user_id,
    user_id === null ? null : personName(state, user_id),
    stream_id,
    stream_id === null ? null : (findChannel(state, stream_id)?.name ?? null),
    group_id,
    group?.name ?? null,
    name,
    changes.length === 0 ? null : JSON.stringify(changes),
  ];
}

/** With the mark by which spreadsheets know the encoding. */
export function auditCsv(state: State, entries: readonly AuditEntry[]): string {
  const rows = [[...COLUMNS, ...MORE_COLUMNS], ...entries.map((entry) => row(state, entry))];
  return `\u{feff}${rows.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

export const auditLines = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
