// An example call of an endpoint in three languages. Pure: the test that runs the examples writes them with this code, for a real server.
import { type Endpoint, pathParameters, wireOf } from '@stoa/contract';
import type { z } from 'zod';

/** Whom the examples call, and as whom. */
export interface ExampleTarget {
  readonly site: string;
  readonly email: string;
  readonly api_key: string;
}

export const EXAMPLE_TARGET: ExampleTarget = {
  site: 'https://chat.example.org',
  email: 'ada@example.org',
  api_key: 'YOUR_API_KEY',
};

export const LANGUAGES = ['curl', 'Python', 'TypeScript'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Parameters = Readonly<Record<string, unknown>>;

interface Call {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly params: Parameters;
}

const FILE = 'picture.png';
const LINE = 100;

export function exampleCode(language: Language, call: Call, target: ExampleTarget = EXAMPLE_TARGET): string {
  if (language === 'curl') return curl(call, target);
  return language === 'Python' ? python(call, target) : typeScript(call, target);
}

const pathOf = ({ endpoint, params }: Call): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function besidePath({ endpoint, params }: Call): [string, unknown][] {
  const in_path = pathParameters(endpoint.path);
  return Object.entries(params).filter(([name, value]) => !in_path.includes(name) && value !== undefined);
}

/** Text stays bare unless it would be read as JSON. */
function wireText(endpoint: Endpoint, name: string, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const schema = (endpoint.params.shape as Record<string, z.ZodType>)[name];
  if (schema && wireOf(schema) === 'text') return value;
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

const quoted = (text: string): string =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curl(call: Call, { site, email, api_key }: ExampleTarget): string {
  const { endpoint } = call;
  const method = endpoint.method === 'GET' ? '-G' : `-X ${endpoint.method}`;
  const takes_file = endpoint.files_limit_mib !== undefined;
  const option = takes_file ? '--form-string' : '--data-urlencode';
  return [
    `curl -sS ${method} ${quoted(`${site}/api/v1${pathOf(call)}`)}`,
    ...(endpoint.access === 'public' ? [] : [`-u ${quoted(`${email}:${api_key}`)}`]),
    ...besidePath(call).map(([name, value]) => `${option} ${quoted(`${name}=${wireText(endpoint, name, value)}`)}`),
    ...(takes_file ? [`-F file=@${FILE}`] : []),
  ].join(' \\\n  ');
}

function python(call: Call, { site, email, api_key }: ExampleTarget): string {
  const { endpoint } = call;
  const takes_file = endpoint.files_limit_mib !== undefined;
  const request = Object.fromEntries(besidePath(call));
  const options = [
    JSON.stringify(pathOf(call).slice(1)),
    `method=${JSON.stringify(endpoint.method)}`,
    ...(Object.keys(request).length > 0 ? [`request=${literal(request, PYTHON, 4)}`] : []),
    ...(takes_file ? ['files=[file]'] : []),
  ];
  const short = `client.call_endpoint(${options.join(', ')})`;
  const long = `client.call_endpoint(\n    ${options.join(',\n    ')},\n)`;
  const call_text = short.length <= LINE && !short.includes('\n') ? short : long;
  return [
    'import zulip',
    '',
    `client = zulip.Client(site=${JSON.stringify(site)}, email=${JSON.stringify(email)}, api_key=${JSON.stringify(api_key)})`,
    ...(takes_file
      ? [`with open("${FILE}", "rb") as file:`, `    result = ${call_text.replaceAll('\n', '\n    ')}`]
      : [`result = ${call_text}`]),
  ].join('\n');
}

function typeScript(call: Call, { site, email, api_key }: ExampleTarget): string {
  const { name, endpoint, params } = call;
  const takes_file = endpoint.files_limit_mib !== undefined;
  const credentials = endpoint.access === 'public' ? {} : { email, api_key };
  const argument = literal(params, TYPESCRIPT, 0);
  const empty = Object.keys(params).length === 0;
  const args = takes_file ? `${argument}, { file }` : empty ? '' : argument;
  return [
    ...(takes_file ? ["import { readFile } from 'node:fs/promises';"] : []),
    "import { createClient } from '@stoa/sdk';",
    '',
    `const client = createClient(${literal({ site, ...credentials }, TYPESCRIPT, 0)});`,
    ...(takes_file ? [`const file = new File([await readFile('${FILE}')], '${FILE}', { type: 'image/png' });`] : []),
    `const result = await client.${name}(${args});`,
  ].join('\n');
}

interface Notation {
  readonly indent: number;
  /** Between an opening brace and what follows it on the same line. */
  readonly padding: string;
  text(value: string): string;
  atom(value: unknown): string;
  key(name: string): string;
}

const PYTHON: Notation = {
  indent: 4,
  padding: '',
  text: (value) => JSON.stringify(value),
  atom: (value) => (value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : String(value)),
  key: (name) => JSON.stringify(name),
};

const single = (value: string): string =>
  `'${value.replace(/[\\']/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`;

const TYPESCRIPT: Notation = {
  indent: 2,
  padding: ' ',
  text: single,
  atom: String,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : single(name)),
};

/** A JSON value as a literal of the language: on one line where it fits. */
function literal(value: unknown, notation: Notation, indent: number): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object' || value === null) return notation.atom(value);
  const is_list = Array.isArray(value);
  const inner = indent + notation.indent;
  const parts = is_list
    ? value.map((item) => literal(item, notation, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${notation.key(name)}: ${literal(item, notation, inner)}`);
  const [open, close] = is_list ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const padding = is_list ? '' : notation.padding;
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (line.length + indent <= LINE - 20 && !line.includes('\n')) return line;
  const space = ' '.repeat(inner);
  return `${open}\n${parts.map((part) => `${space}${part},\n`).join('')}${' '.repeat(indent)}${close}`;
}
