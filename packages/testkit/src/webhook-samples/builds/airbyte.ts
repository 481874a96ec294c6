// Payloads of Airbyte, written from its public documentation, with the fields that the formats read.

const url = (path: string) => `https://cloud.airbyte.example/workspaces/w1/${path}`;
const data = {
  workspace: { name: 'Acme', url: url('') },
  connection: { name: 'Sheets to Postgres', url: url('connections/c1') },
  source: { name: 'Sheets', url: url('source/s1') },
  destination: { name: 'Postgres', url: url('destination/d1') },
  success: true,
  recordsEmitted: 1400,
  recordsCommitted: 1390,
  bytesEmittedFormatted: '281 kB',
  bytesCommittedFormatted: '280 kB',
  durationFormatted: '1 min 23 sec',
  errorMessage: null,
};
const failed = {
  connection: data.connection,
  success: false,
  errorMessage: 'The source is not reachable',
};

export const AIRBYTE: Readonly<Record<string, unknown>> = {
  succeeded: { text: 'Your connection succeeded', data },
  failed: { text: 'Your connection failed', data: failed },
  text: { text: 'The schema of <https://cloud.airbyte.example/c1|Sheets to Postgres> changed.' },
};
