// Shells, Ruby and PHP: languages with code inside strings.
import { type Grammar, grammar, plainQuoted, quoted, type Rule, wordsOf } from './grammar.ts';
import { CONTROL, DOLLAR, HASH, OBJECTS } from './shared.ts';

const VARIABLE: Rule = [/\$(?:\w{1,100}|[#$?!_*@-])/y, 'nv'];
const BRACED: Rule = [/(\$\{)([\w@*#!]{1,100})(\})/y, 'si', 'nv', 'si'];
const BRACED_MORE: Rule = [/(\$\{)([\w@*#!]{1,100})([:#%/^,=+?-][^}\n"]{0,200})(\})/y, 'si', 'nv', 'p', 'si'];
const COMMAND: Rule = [/(\$\()([^()\n"'`]{0,200})(\))/y, 'k', '', 'k'];
const SHELL_VALUES = [BRACED, BRACED_MORE, VARIABLE, COMMAND];

const DEFAULTED: Rule = [/(\$\{)(\w{1,100})(:-)(\w{1,100})(\})/y, 'si', 'nv', 'k', 'nv', 'si'];
const ARITHMETIC: Rule[] = [
  [/\*\*|\|\||[-+*/%^|&]/y, 'o'],
  [/\d{1,30}/y, 'm'],
];

const bash: Grammar = grammar({
  space: 'w',
  brackets: [
    { open: '$((', close: '))', className: 'k', inner: ARITHMETIC },
    { open: '$(', close: ')', className: 'k', inner: [] },
  ],
  lineComments: [],
  rules: [
    [/#(?!!)[^\n]{0,5000}/y, 'c1'],
    DEFAULTED,
    ...SHELL_VALUES.slice(0, 3),
    [/\$'(?:\\[\s\S]|[^'\\]){0,2000}'/y, 's1'],
    [/<<</y, 'o'],
    [/<<-?[ \t]{0,9}'?\\?(?<end>\w{1,40})[\s\S]{1,2000}?\k<end>/y, 's'],
    [/(\b\w{1,100})(\+?=)/y, 'nv', 'o'],
    [
      /\b(?:if|fi|else|while|in|do|done|for|then|return|function|case|select|break|continue|until|esac|elif)(?=\s|$|;|\))/my,
      'k',
    ],
    [
      /(?:alias|bg|bind|builtin|caller|cd|command|compgen|complete|declare|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|getopts|hash|help|history|jobs|kill|let|local|logout|popd|printf|pushd|pwd|read|readonly|set|shift|shopt|source|suspend|test|time|times|trap|true|type|typeset|ulimit|umask|unalias|unset|wait)(?=[\s)`]|$)/my,
      'nb',
    ],
    [/\\[\s\S]/y, 'se'],
    [/&&|\|\||\[\[|\]\]|==|[[\]{}()=]/y, 'o'],
    [/;{1,2}|[|&]/y, 'p'],
    [/\d{1,30}(?=[\s;<>|&)]|$)/my, 'm'],
    [/\d{1,30}#?(?!\w)(?=:|[^\w./%,-])/y, 'm'],
    [/[^=\s[\]{}()$"'`\\<>&|;]{1,200}/y, ''],
    [/[<>]{1,3}/y, ''],
  ],
  strings: [
    { ...plainQuoted("'", 's1', true), escapes: false },
    { ...plainQuoted('"', 's2', true), inner: SHELL_VALUES },
    { ...plainQuoted('`', 'sb', true), inner: [...SHELL_VALUES, [/[^`\\$]{1,200}/y, '']] },
  ],
});

const RUBY_STRING = { codeOpen: '#{', marksEscapes: true };
const ruby: Grammar = grammar({
  regexp: /\/(?:\\.|[^/\\\n]){1,300}\/[imxounse]{0,8}/y,
  ...HASH,
  space: 'w',
  blockComments: [['=begin', '=end']],
  rules: [
    [/(\bclass)([ \t]{1,9})((?:\w{1,99}::){1,5})(\w{1,99})/y, 'k', 'w', 'nn', 'nc'],
    [/(\b(?:class))([ \t]{1,9})([A-Z]\w{0,99})/y, 'k', 'w', 'nc'],
    [/(\bmodule)([ \t]{1,9})([A-Z][\w:]{0,99})/y, 'k', 'w', 'nn'],
    [/(\bdef)([ \t]{1,9})(self)(\.)([a-zA-Z_]\w{0,99}[?!=]?)/y, 'k', 'w', 'nc', 'o', 'nf'],
    [/(\bdef)([ \t]{1,9})([a-zA-Z_]\w{0,99}[?!]?)/y, 'k', 'w', 'nf'],
    [/([a-zA-Z_]\w{0,99})(:)(?!:)(?=[ \t])/y, 'ss', 'p'],
    [/:(?:"[^"\n]{0,200}"|[a-zA-Z_]\w{0,99}[?!=]?)/y, 'ss'],
    [/(::)([A-Z]\w{0,99})/y, 'o', 'no'],
    [/(&?\.)([a-zA-Z_]\w{0,99}[?!]?)/y, 'o', 'n'],
    [/@@[a-zA-Z_]\w{0,99}/y, 'vc'],
    [/@[a-zA-Z_]\w{0,99}/y, 'vi'],
    [/\$(?:\w{1,99}|[!@&`'+~=/\\,;.<>_*$?:"-])/y, 'vg'],
    [/[A-Z]\w{0,99}/y, 'no'],
    [/(\d[\d_]{0,50}\.\d[\d_]{0,50}(?:[eE][+-]?\d{1,9})?)/y, 'mf'],
    [/=>|\|\||&&|<=>|===?|[<>!~=+*/%|&^?-]=?|\.{1,3}/y, 'o'],
  ],
  strings: [
    { ...quoted('"', 's2', true), ...RUBY_STRING },
    { ...plainQuoted("'", 's1', true) },
    { ...quoted('`', 'sb', true), ...RUBY_STRING },
  ],
  words: wordsOf({
    k: 'BEGIN END alias begin break case defined? do else elsif end ensure for if in next redo rescue raise retry return super then undef unless until when while yield class def module',
    kp: 'nil true false initialize new loop include extend attr_reader attr_writer attr_accessor attr private protected public module_function',
    ow: 'and not or',
    bp: 'self',
    nb: 'Array Float Integer String __id__ __send__ abort at_exit autoload binding callcc caller catch chop chomp clone const_get dup eval exec exit fail fork format freeze gets global_variables gsub hash id inspect instance_eval instance_variable_get iterator? lambda load local_variables loop method methods nil? object_id open p print printf proc putc puts rand readline readlines require require_relative respond_to? select self send sleep split sprintf sub system tap test throw to_a to_s trap warn is_a? kind_of? instance_of? define_method display each find name',
  }),
  nameExtra: '?!',
});

const PHP_INNER: Rule[] = [
  [/(\{)(\$\w{1,100})(->)(\w{1,100})(\})/y, 'si', 'nv', 'o', 'na', 'si'],
  [/(\{)(\$\w{1,100})(\})/y, 'si', 'nv', 'si'],
  [/\$\w{1,100}/y, 'si'],
];

const php: Grammar = grammar({
  lineComments: ['//', '#'],
  blockComments: [['/*', '*/']],
  rules: [
    [/#\[/y, 'p'],
    [/\/\*\*(?!\/)[\s\S]*?(?:\*\/|$(?![\s\S]))/my, 'sd'],
    [/(\b(?:class|interface|trait|enum))([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', '', 'nc'],
    [/(\bfunction)([ \t]{1,9})(__\w{1,99})(?=\()/y, 'k', '', 'fm'],
    [/(\bfunction)([ \t]{1,9})(&?)([a-zA-Z_]\w{0,99})/y, 'k', '', 'o', 'nf'],
    [/(\bconst)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', '', 'no'],
    [/(\?->|->|::)([ \t]{0,9})([a-zA-Z_]\w{0,99})/y, 'o', '', 'na'],
    [/::|->/y, 'o'],
    [/[a-zA-Z_\\](?:[\w]|\\(?=\w)){0,99}\\[\w\\]{1,99}/y, 'nx'],
    [/\\[a-zA-Z_]\w{0,99}/y, 'nx'],
    [
      /\b(?:isset|empty|unset|list|count|strlen|sprintf|printf|implode|explode|in_array|array_map|array_filter|array_merge|array_keys|array_values|json_encode|json_decode|str_replace|substr|trim|strtolower|strtoupper|file_get_contents|file_put_contents|var_dump|is_null|is_array|is_string|preg_match|preg_replace|date|time|intval|header|define|usort|sort)(?=[ \t]{0,9}\()/y,
      'nb',
    ],
    [/(?!\/[/*])[~!%^&*+=|:.<>/?@-]/y, 'o'],
  ],
  strings: [{ ...quoted('"', 's2', true), inner: PHP_INNER }, plainQuoted("'", 's1', true)],
  words: wordsOf({
    k: `${CONTROL} ${OBJECTS} and E_PARSE old_function E_ERROR or as E_WARNING parent eval PHP_OS E_NOTICE elseif false null true var cfunction E_ALL xor exit array class const echo endforeach endif endswitch endwhile enddeclare endfor declare die fn foreach function global goto include fn include_once require require_once instanceof isset list match namespace print readonly clone trait unset use yield empty callable insteadof enum static`,
  }),
  name: 'nx',
  sigils: DOLLAR,
  punctuation: '()[]{},;',
});

export const shells: [string, Grammar][] = [
  ['bash', bash],
  ['ruby', ruby],
  ['php', php],
];
