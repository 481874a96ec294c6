// Options and help of `stoa migrate`.
import { fileSettings, storeSettings } from '../config/config.ts';
import { text, toggle, type Values } from '../config/setting.ts';
import { command } from './command.ts';

const migrateSettings = {
  ...storeSettings,
  ...fileSettings,
  plan: toggle({ summary: 'only list the migrations that are missing' }),
  from: text({
    value: 'DIR|URL',
    summary: 'move everything from this data directory or postgres:// URL to the other engine',
    may_be_file: true,
  }),
  to: text({ value: 'DIR|URL', summary: 'where to: an empty database, or a directory without one', may_be_file: true }),
  files_from: text({
    value: 'data|s3://BUCKET',
    summary: 'where the uploaded files are: in the data directory, or in a bucket of the S3 store',
    needs: ['files_to'],
  }),
  files_to: text({
    value: 'data|s3://BUCKET',
    summary: 'where the uploaded files shall be from then on',
    needs: ['files_from'],
  }),
  first_copy: toggle({
    summary: 'copy what is there while the server runs; the same command without this ends the move',
  }),
  cancel: toggle({ summary: 'with --from alone: remove what a move has left there, so that it can be served again' }),
};
export type MigrateValues = Values<typeof migrateSettings>;

export const migrate = command({
  settings: migrateSettings,
  notes: [
    'Prints a line per migration: its number and name. "stoa serve" upgrades by itself at its start; this command does it before,',
    'all in one transaction. Back up first: there is no way back.',
    '',
    'With --from and --to it moves the data between the embedded database and PostgreSQL. Stop the server first, or make the first',
    'copy while it runs. Everything is compared before the move ends; a run that was killed continues when the same command is run',
    'again. Keys, sessions and event queues continue. Uploaded files and the secret stay in --data, or are copied to the directory',
    'of --to. --files-from and --files-to copy the files from the data directory to a bucket of the S3 store that the --s3-...',
    'settings name, or back.',
  ].join('\n'),
  load: async () => (await import('./migrate.ts')).migrate,
});
