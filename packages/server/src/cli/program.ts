// The command line as Commander parses and explains it, made from the commands themselves.
import { program as blank, Option, type Command as Program } from 'commander';
import { nearest } from '../config/nearest.ts';
import { flagOf, infoOf, mayBeFile, type SettingInfo, type Settings, variableOf } from '../config/setting.ts';
import { VERSION } from '../kit/version.ts';
import { type Command, UsageError } from './command.ts';
import { type CommandEntry, commands } from './commands.ts';

/** Columns of help that is not read on a terminal. */
const WIDTH = 120;
const NOTES = `
"stoa COMMAND --help" explains a command.
Every option is also an environment variable: --password-file is STOA_PASSWORD_FILE. An option wins over its variable, and
a variable over the file that --config names. STOA_DEBUG=1 adds to an error where in the program it came from.`;

export interface ParsedCommand {
  readonly command: Command;
  /** The values of options, keyed by setting. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}

/** `run` gets what the command line asks for. */
export function program(run: (request: ParsedCommand) => Promise<void>): Program {
  const stoa = blank
    .createCommand('stoa')
    .description('Stoa: self-hosted, topic-threaded team chat.')
    .usage('COMMAND [OPTIONS]')
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      // Whoever catches an error prints it.
      writeErr: () => {},
      getOutHelpWidth: () => (process.stdout.isTTY ? process.stdout.columns : WIDTH),
    })
    .configureHelp({
      visibleCommands: leaves,
      subcommandTerm: fullName,
      optionTerm: ({ flags }) => flags.replace(/ \[.*\]|[<>]/g, ''),
      optionDescription: ({ description }) => description,
    })
    .addHelpText('after', NOTES);
  refuseOthers(stoa, '');
  for (const entry of commands) addCommand(stoa, entry, run);
  return stoa;
}

function addCommand(stoa: Program, entry: CommandEntry, run: (request: ParsedCommand) => Promise<void>): void {
  const words = entry.name.split(' ');
  const parent = words.length === 1 ? stoa : group(stoa, words[0]!);
  const leaf = parent.command(words.at(-1)!).description(entry.summary).allowExcessArguments();
  parent.hook('preSubcommand', async (_, chosen) => {
    if (chosen !== leaf) return;
    const command = await entry.load();
    const options = declare(leaf, command);
    leaf.action(async () => {
      const extra = leaf.args[command.words.length];
      if (extra !== undefined) throw new UsageError(`unexpected word "${extra}"`);
      const option_values = leaf.opts();
      const flags = Object.fromEntries(
        [...options].map(([key, option]) => [key, option_values[option.attributeName()]]),
      );
      await run({ command, flags, words: leaf.args });
    });
  });
}

/** `user` of `user create`. */
function group(stoa: Program, name: string): Program {
  const existing = stoa.commands.find((each) => each.name() === name);
  if (existing) return existing;
  const created = stoa.command(name).usage('COMMAND [OPTIONS]');
  refuseOthers(created, `${name} `);
  return created;
}

/** Says which commands there are where a word is none of them, or is missing. */
function refuseOthers(parent: Program, prefix: string): void {
  parent.allowExcessArguments().action(() => {
    const all = leaves(parent).map(fullName).join(', ');
    const [word] = parent.args;
    if (word === undefined) throw new UsageError(`a command is missing, one of ${all}`);
    const names = parent.commands.map((each) => each.name());
    const near = nearest(word, names);
    const hint = near === null ? `there are ${all}` : `is "${prefix}${near}" meant?`;
    throw new UsageError(`unknown command "${prefix}${word}"; ${hint}`);
  });
}

/** The options of a command by key. */
function declare(leaf: Program, { settings, sections, words, notes }: Command): Map<string, Option> {
  const options = new Map<string, Option>();
  for (const [key, schema] of Object.entries(settings)) {
    const info = infoOf(schema);
    // Commander takes `--no-mail` for the negation of an option `mail` that is on: here it is a switch as any other. [CL705]
    if (!info.secret) options.set(key, Object.assign(new Option(flags(key, info), summaryOf(info)), { negate: false }));
  }
  for (const [title, members] of sections)
    for (const key of Object.keys(members)) options.get(key)?.helpGroup(`${title}:`);
  for (const option of options.values()) leaf.addOption(option);
  const parse = leaf.parseOptions.bind(leaf);
  leaf.parseOptions = (args) => parse(withSwitchValues(args, [...options.values()]));
  for (const word of words) leaf.argument(`<${word}>`);
  const required = [...options.values()].filter(({ description }) => description.endsWith(REQUIRED));
  const usage = [...words, ...required.map(({ flags }) => flags.replace(/[<>]/g, '')), '[OPTIONS]'];
  leaf.usage(usage.join(' ')).addHelpText('after', ['', ...variables(leaf, settings), notes].join('\n').trimEnd());
  return options;
}

/** A switch takes no word but true or false: otherwise it would take the file in `--dry-run FILE`. [CL704] */
function withSwitchValues(args: readonly string[], options: readonly Option[]): string[] {
  const of = (word: string) => options.find(({ long }) => long === word);
  const written: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (word === '--') return [...written, ...args.slice(at)];
    const option = of(word);
    const next = args[at + 1];
    if (option?.required && next !== undefined) written.push(word, args[++at]!);
    else written.push(option?.optional && next !== 'true' && next !== 'false' ? `${word}=true` : word);
  }
  return written;
}

const REQUIRED = ' [required]';

function flags(key: string, { kind, value }: SettingInfo): string {
  // With `=`, so that --dev=false wins over a variable or a file.
  return kind === 'switch' ? `${flagOf(key)} [BOOLEAN]` : `${flagOf(key)} <${value ?? 'TEXT'}>`;
}

function summaryOf({ summary, fallback, required }: SettingInfo): string {
  return `${summary}${fallback === undefined ? '' : ` (${fallback})`}${required ? REQUIRED : ''}`;
}

/** The help on variables: names of those that options have too, and a summary of each of the others. */
function variables(leaf: Program, settings: Settings): string[] {
  const help = Object.assign(leaf.createHelp(), { helpWidth: WIDTH });
  const all = Object.entries(settings).map(([key, schema]) => ({ name: variableOf(key), info: infoOf(schema) }));
  const names = all.filter(({ info }) => !info.secret).map(({ name }) => name);
  const secrets = all.filter(({ info }) => info.secret);
  const width = Math.max(0, ...secrets.map(({ name }) => name.length));
  const files = all.filter(({ info }) => mayBeFile(info) && !info.secret).map(({ name }) => name);
  const also = files.length === 0 ? '' : ` (as well as ${files.join(' or ')})`;
  return [
    help.boxWrap(`Environment: ${names.join(', ')}`, WIDTH),
    '',
    'Secrets, which are variables only (or keys of the configuration file):',
    ...secrets.map(({ name, info }) => help.formatItem(name, width, info.summary, help)),
    '',
    `With _FILE, a secret${also} is read from a file: ${secrets[0]!.name}_FILE=/run/secrets/stoa.`,
    '',
  ];
}

function leaves(parent: Program): Program[] {
  return parent.commands.flatMap((each) => (each.commands.length > 0 ? leaves(each) : [each]));
}

/** `user create`. */
function fullName(leaf: Program): string {
  return leaf.parent?.parent ? `${leaf.parent.name()} ${leaf.name()}` : leaf.name();
}
