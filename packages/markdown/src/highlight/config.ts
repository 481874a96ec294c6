// Configuration files: TOML, INI, nginx and Apache, Docker, HTTP.
import { type Grammar, grammar, plainQuoted, quoted, wordsOf } from './grammar.ts';
import { HASH, SHELL_BUILTINS } from './shared.ts';

const toml: Grammar = grammar({
  ...HASH,
  space: 'w',
  rules: [
    [/^\[\[?[^\]\n#]{1,200}\]\]?/my, 'k'],
    [/\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)?)?/y, 'ld'],
    [/\d\d:\d\d:\d\d(?:\.\d{1,9})?/y, 'ld'],
    [/[+-]?\d[\d_]{0,50}(?:\.\d[\d_]{0,50}(?:[eE][+-]?\d{1,9})?|[eE][+-]?\d{1,9})/y, 'mf'],
    [/[+-]?\d[\d_]{0,50}(?![\w-])/y, 'mi'],
    [/(=)([ \t]{0,99})([+-]?(?:inf|nan))(?![\w-])/y, 'o', 'w', 'mf'],
    [/=/y, 'o'],
    [/\./y, 'p'],
  ],
  brackets: [{ open: '{', close: '}', className: 'p', inner: [[/=/y, 'p']] }],
  strings: [
    { ...quoted('"""', 's2', true) },
    { ...plainQuoted("'''", 's1', true), escapes: false },
    quoted('"', 's2'),
    { ...plainQuoted("'", 's1'), escapes: false },
  ],
  words: wordsOf({ kc: 'true false' }),
  nameExtra: '-',
});

const ini: Grammar = grammar({
  space: 'w',
  rules: [
    [/^[ \t]{0,99}[;#][^\n]{0,2000}/my, 'c1'],
    [/(\[[^\]\n]{1,300}\])/y, 'k'],
    [
      /^([ \t]{0,99})([^\s=:[;#][^=:\n]{0,200}?)([ \t]{0,99})([=:])([ \t]{0,99})(["'])([^"'\n]{0,2000}["'])/my,
      ...['w', 'na', 'w', 'o', 'w', 's', 's'],
    ],
    [
      /^([ \t]{0,99})([^\s=:[;#][^=:\n]{0,200}?)([ \t]{0,99})([=:])([ \t]{0,99})([^ ;#\n]{0,2000}(?: {1,99}[^ ;#\n]{1,2000}){0,99})/my,
      ...['w', 'na', 'w', 'o', 'w', 's'],
    ],
    [/[;#][^\n]{0,2000}/y, 'c1'],
    [/[ \t]{1,99}/y, 'w'],
    [/[^\n]{1,2000}/y, 'na'],
  ],
});

const nginx: Grammar = grammar({
  space: 'w',
  rules: [
    [/#[^\n]{0,2000}/y, 'c1'],
    [/(^[ \t]{0,99})([a-zA-Z_][\w-]{0,99})/my, 'w', 'kn'],
    [/([{;])([ \t]{1,9})([a-zA-Z_][\w-]{0,99})/y, 'p', 'w', 'kn'],
    [/[{};]/y, 'p'],
    [/\$\w{1,99}/y, 'nv'],
    [/\d{1,9}(?:\.\d{1,9}){3}(?::\d{1,5})?/y, 'mi'],
    [/\d{1,12}[mkgMKG]?(?=[\s;])/y, 'mi'],
    [/(~\*?)([ \t]{1,9})([^\s{};]{1,300})/y, 'p', 'w', 'sr'],
    [/[^\s;#${}~]{1,300}/y, 's'],
  ],
  strings: [],
  name: '',
});

const apache: Grammar = grammar({
  space: 'w',
  rules: [
    [/#[^\n]{0,2000}/y, 'c'],
    [/(<)(\/?)([A-Za-z]{1,99})([^>\n]{0,300})(>)/y, 'nt', 'nt', 'nt', 's', 'nt'],
    [/(^[ \t]{0,99})([a-zA-Z]\w{0,99})/my, 'w', 'nb'],
    [/\d{1,9}(?![\w.])/y, 'mi'],
    [/(?:on|off|none|any|all|deny|allow)\b/iy, 'k'],
    [/\/[^\s]{1,300}/y, 'sx'],
  ],
  name: '',
});

const docker: Grammar = grammar({
  space: 'w',
  rules: [
    [/(^[ \t]{0,99})(#[^\n]{0,2000})/my, 'w', 'c'],
    [
      /(^[ \t]{0,99})(FROM)([ \t]{1,9})([^\s]{1,300})(?:([ \t]{1,9})(AS)([ \t]{1,9})([^\s]{1,99}))?/imy,
      'w',
      'k',
      'w',
      's',
      'w',
      'k',
      'w',
      's',
    ],
    [/(^[ \t]{0,99})(ENV|ARG|LABEL)([ \t]{1,9})(?:(\w{1,99})(=))?/imy, 'w', 'k', 'w', 'nv', 'o'],
    [
      /(^[ \t]{0,99})(EXPOSE|USER|WORKDIR|STOPSIGNAL|SHELL|VOLUME|MAINTAINER)([ \t]{1,9})([^\n[]{0,300})/imy,
      'w',
      'k',
      'w',
      's',
    ],
    [/(^[ \t]{0,99})(ONBUILD|RUN|CMD|ENTRYPOINT|COPY|ADD|HEALTHCHECK|USER|WORKDIR|SHELL|VOLUME)(?=\s)/imy, 'w', 'k'],
    [/(\b\w{1,100})(=)/y, 'nv', 'o'],
    [/(?:RUN|CMD)(?=[ \t])/y, 'k'],
    [SHELL_BUILTINS, 'nb'],
    [/\d{1,30}(?=[\s;<>|&)]|$)/my, 'm'],
    [/\\[\s\S]/y, 'se'],
    [/\$\{?\w{1,100}\}?/y, 'nv'],
    [/\[(?=["\]])|\](?=\s|$)/my, 'p'],
    [/&&|\|\||[=()[\]{}]/y, 'o'],
    [/[,;|&]/y, 'p'],
    [/[^=\s[\]{}()$"'`\\&|;,]{1,200}/y, ''],
  ],
  strings: [quoted('"', 's2', true), { ...plainQuoted("'", 's1', true), escapes: false }],
});

const http: Grammar = grammar({
  rules: [
    [/(^[A-Z]{3,10})( +)([^\s]{1,2000})( +)(HTTP)(\/)([\d.]{1,5})/my, 'nf', '', 'nn', '', 'kr', 'o', 'm'],
    [/(^HTTP)(\/)([\d.]{1,5})( +)(\d{3})(?:( +)([^\n]{0,200}))?/my, 'kr', 'o', 'm', '', 'm', '', 'ne'],
    [/(^[A-Za-z][\w-]{0,99})( {0,9})(:)( {0,9})([^\n]{0,2000})/my, 'na', '', 'o', '', 'l'],
    [/-?\d{1,99}(?:\.\d{1,99})?/y, 'mi'],
  ],
  strings: [plainQuoted('"', 's2')],
  words: wordsOf({ kc: 'true false null' }),
  name: '',
  keyBefore: ':',
});

export const config: [string, Grammar][] = [
  ['toml', toml],
  ['ini', ini],
  ['nginx', nginx],
  ['apache', apache],
  ['docker', docker],
  ['http', http],
];
