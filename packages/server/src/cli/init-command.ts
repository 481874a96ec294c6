// The command that creates the first organization of a server, as `stoa serve` prints it. [CL6] [CL706]
import { relative, sep } from 'node:path';
import type { ServerSettings } from '../config/config.ts';
import { withoutPassword } from '../kit/database/postgres-address.ts';
import { shellWord } from './terminal.ts';

type Settings = Pick<ServerSettings, 'config' | 'data' | 'database'>;

interface Place {
  /** The path of the program, and the directory that the command is run in. */
  readonly program: string;
  readonly directory: string;
  /** The address of the server. */
  readonly url: string;
  /** The settings in the configuration file. */
  readonly in_file: Partial<Settings>;
}

/** Without the password of the database, and without what the configuration file says: an option would take its place. */
export function initCommand({ config, data, database }: Settings, { program, directory, url, in_file }: Place): string {
  const near = relative(directory, program);
  // A shell looks for a name without a separator in other directories.
  const is_near = !near.startsWith('..') && near.includes(sep);
  const words = [is_near ? near : program, 'init'];
  if (in_file.data !== data) words.push('--data', data);
  if (config !== undefined) words.push('--config', config);
  if (database !== undefined && in_file.database !== database)
    words.push('--database', withoutPassword(database, 'PASSWORD'));
  words.push('--url', url, '--org', 'Our team', '--email', 'me@example.com', '--name', 'My Name');
  return words.concat('--zuliprc', 'zuliprc').map(shellWord).join(' ');
}
