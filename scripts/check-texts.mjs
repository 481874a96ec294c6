// `npm run check:texts`: the catalogues of the web client. Every language has each message, with the arguments of the English
// one and the plural forms of its own; every message is used; every call passes the arguments of its message. First planted
// faults must be found. Runs in bun.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { compileMessage } from '../packages/web/src/base/text/compile.ts';
import { fail, root } from './workspace.mjs';

const web = join(root, 'packages', 'web');
/** Looked up by what the server answers: tests compare these keys with the contract. */
const fromServer = /^(archive|code|narrow|parameter|refusal)_/;

proveAlive();
judge();

function judge() {
  const locales = Object.fromEntries(readdirSync(join(web, 'locales')).map((tag) => [tag, readLocale(tag)]));
  const sources = readdirSync(join(web, 'src'), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(join(web, 'src', name), 'utf8')]);
  if (sources.length === 0) fail('No source of the web client was found.');
  const faults = [...localeFaults(locales), ...useFaults(messagesOf(locales.en), sources)];
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) fail(`${faults.length} faults in the texts of the web client.`);
  process.stdout.write(
    `${Object.keys(messagesOf(locales.en)).length} messages in ${Object.keys(locales).sort().join(', ')}.\n`,
  );
}

/** `{ area: { key: message } }` */
function readLocale(tag) {
  const directory = join(web, 'locales', tag);
  return Object.fromEntries(
    readdirSync(directory).map((name) => [name, JSON.parse(readFileSync(join(directory, name), 'utf8'))]),
  );
}

function messagesOf(locale) {
  return Object.fromEntries(
    Object.values(locale).flatMap((area) => Object.entries(area).filter(([key]) => !key.startsWith('@'))),
  );
}

/** The strings that a compiled text may become, with the plural category of `count`, if it has any. */
function formsOf(text, category = null) {
  if (typeof text === 'string') return [{ text, category }];
  const forms = Array.isArray(text) ? text[2] : text;
  return Object.entries(forms).flatMap(([key, form]) => formsOf(form, Array.isArray(text) ? category : key));
}

/** Names that decide between forms, and names filled in. */
function argumentsOf(text) {
  if (typeof text === 'string') return new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const [name, , forms] = Array.isArray(text) ? text : ['count', 'plural', text];
  return new Set([name, ...Object.values(forms).flatMap((form) => [...argumentsOf(form)])]);
}

function compiled(message, tag) {
  try {
    return { text: compileMessage(message, tag) };
  } catch (error) {
    return { error: error.message };
  }
}

function localeFaults(locales) {
  const faults = [];
  for (const [tag, locale] of Object.entries(locales)) {
    for (const area of Object.keys(locales.en)) if (!locale[area]) faults.push(`${tag}: no ${area}`);
    for (const [area, file] of Object.entries(locale)) {
      const english = locales.en[area];
      if (!english) faults.push(`${tag}/${area}: English has no such file`);
      if (file['@@locale'] !== tag) faults.push(`${tag}/${area}: @@locale is not ${tag}`);
      for (const key of Object.keys(english ?? {}).filter((name) => !name.startsWith('@')))
        if (!Object.hasOwn(file, key)) faults.push(`${tag}/${area}: ${key} is missing`);
      for (const [key, message] of Object.entries(file)) {
        const about = key.match(/^@([^@].*)/)?.[1];
        if (about !== undefined && !Object.hasOwn(file, about)) faults.push(`${tag}/${area}: ${key} describes nothing`);
        if (!key.startsWith('@') && english)
          for (const fault of messageFaults(message, english[key], tag))
            faults.push(`${tag}/${area}: ${key}: ${fault}`);
      }
    }
    const names = Object.values(locale).flatMap((file) => Object.keys(file).filter((key) => !key.startsWith('@')));
    for (const name of names.filter((key, at) => names.indexOf(key) !== at))
      faults.push(`${tag}: ${name} is there twice`);
  }
  return faults;
}

function messageFaults(message, english, tag) {
  if (english === undefined) return ['English has no such message'];
  const { text, error } = compiled(message, tag);
  if (error) return [error];
  const forms = formsOf(text);
  const faults = forms.some((form) => form.text.trim() === '') ? ['it is empty'] : [];
  if (typeof text !== 'string' && !Array.isArray(text))
    for (const category of new Intl.PluralRules(tag).resolvedOptions().pluralCategories)
      if (!Object.hasOwn(text, category)) faults.push(`no form for ${category}`);
  const model = compiled(english, 'en');
  if (model.error) return faults;
  const wanted = argumentsOf(model.text);
  const has = argumentsOf(text);
  for (const name of wanted.symmetricDifference(has)) faults.push(`only ${has.has(name) ? tag : 'en'} has {${name}}`);
  // "One message" may leave out the number.
  for (const form of forms)
    for (const name of has)
      if (name !== 'count' && forms.length > 1 && !Array.isArray(text) && !form.text.includes(`{${name}}`))
        faults.push(`{${name}} is missing in the form ${form.category}`);
  if (tag !== 'en' && message === english && wordsOf(message) > 2) faults.push('it is not translated');
  return faults;
}

function wordsOf(message) {
  return message.replace(/\{[^}]*\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0;
}

/** Messages without a use, and calls of `t` without or with other arguments than the message has. */
function useFaults(messages, sources) {
  const faults = [];
  const words = new Set();
  const patterns = [];
  for (const [name, text] of sources) {
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false);
    const visit = (node) => {
      if (ts.isStringLiteralLike(node)) words.add(node.text);
      if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) words.add(node.name.text);
      if (ts.isTemplateExpression(node)) patterns.push(patternOf(node));
      if (ts.isCallExpression(node)) {
        const fault = callFault(node, messages);
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        if (fault) faults.push(`${name}:${line + 1}: ${fault}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const dynamic = patterns.filter((pattern) => pattern !== null);
  for (const key of Object.keys(messages))
    if (!fromServer.test(key) && !words.has(key) && !dynamic.some((pattern) => pattern.test(key)))
      faults.push(`${key} is not used`);
  return faults;
}

/** What a template such as `topics_policy_${policy}` may say; null without a beginning that tells. */
function patternOf({ head, templateSpans }) {
  if (!/^[a-z]{3,}\w*_$/.test(head.text)) return null;
  return new RegExp(
    `^${head.text}${templateSpans.map(({ literal }) => `\\w+${literal.text.replace(/\W.*/s, '')}`).join('')}$`,
  );
}

function callFault({ expression, arguments: [key, values] }, messages) {
  if (!ts.isIdentifier(expression) || expression.text !== 't' || !key) return null;
  const keys = ts.isConditionalExpression(key) ? [key.whenTrue, key.whenFalse] : [key];
  const names = namesOf(values);
  if (names === null) return null;
  const passed = new Set(names);
  let needed = new Set();
  for (const literal of keys) {
    if (!ts.isStringLiteralLike(literal) || !Object.hasOwn(messages, literal.text)) return null;
    const { text, error } = compiled(messages[literal.text], 'en');
    if (error) return null;
    for (const name of argumentsOf(text)) if (!passed.has(name)) return `${literal.text} needs {${name}}`;
    needed = needed.union(argumentsOf(text));
  }
  for (const name of passed)
    if (!needed.has(name)) return `${keys.map(({ text }) => text).join(', ')} has no {${name}}`;
  return null;
}

/** The names of an object of values; null if it can't be told from the source. */
function namesOf(values) {
  if (!values) return [];
  if (!ts.isObjectLiteralExpression(values)) return null;
  const names = values.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : null));
  return names.includes(null) ? null : names;
}

function proveAlive() {
  const file = (tag, messages) => ({ 'a.json': { '@@locale': tag, ...messages } });
  const english = {
    hello: 'Hello {name}',
    votes: '{count, plural, one {# vote} other {# votes}}',
    rest: 'All the rest',
  };
  const polish = {
    hello: 'Cześć {name}',
    votes: '{count, plural, one {# głos} few {# głosy} many {# głosów} other {# głosu}}',
    rest: 'Cała reszta',
  };
  const faultsOf = (other) => localeFaults({ en: file('en', english), pl: file('pl', other) });
  if (faultsOf(polish).length > 0) fail(`The check accuses lawful texts: ${faultsOf(polish)}`);
  const planted = {
    'is missing': { ...polish, rest: undefined },
    'has {nobody}': { ...polish, hello: 'Cześć {nobody}' },
    'has {name}': { ...polish, hello: 'Cześć' },
    'no form for many': { ...polish, votes: '{count, plural, one {# głos} few {# głosy} other {# głosu}}' },
    'English has no such message': { ...polish, more: 'Więcej' },
    'it is empty': { ...polish, rest: ' ' },
    'it is not translated': { ...polish, rest: english.rest },
    'describes nothing': { ...polish, '@gone': {} },
    'is not ': { ...polish, '@@locale': 'de' },
    'Unexpected message end': { ...polish, hello: 'Cześć {name' },
  };
  for (const [fault, other] of Object.entries(planted)) {
    const found = faultsOf(JSON.parse(JSON.stringify(other)));
    if (!found.some((line) => line.includes(fault))) fail(`The check missed a planted fault: ${fault} (${found})`);
  }
  const used = "t('hello', { name }); t('votes', { count: 2 }); const a = ['rest'];";
  const usesOf = (text) => useFaults(english, [['planted.ts', text]]);
  if (usesOf(used).length > 0) fail(`The check accuses lawful calls: ${usesOf(used)}`);
  for (const [fault, text] of [
    ['rest is not used', used.replace("'rest'", '')],
    ['hello needs {name}', used.replace('{ name }', '{}')],
    ['hello has no {other}', used.replace('{ name }', '{ name, other }')],
    ['votes needs {count}', used.replace(', { count: 2 }', '')],
  ])
    if (!usesOf(text).includes(fault) && !usesOf(text).some((line) => line.endsWith(fault)))
      fail(`The check missed a planted fault: ${fault} (${usesOf(text)})`);
}
