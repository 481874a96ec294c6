// Shells, Ruby and PHP: languages with code inside strings.
import { type Grammar, grammar, plainQuoted, quoted, type Rule, wordsOf } from './grammar.ts';
import { CONTROL, DOLLAR, HASH, OBJECTS, SHELL_BUILTINS } from './shared.ts';

const VARIABLE: Rule = [/\$(?:\w{1,100}|[#$?!_*@-])/y, 'nv'];
/** Operations on a value in braces: `${#a[@]}`, `${a:-b}`, `${a%.*}`. */
const BRACED: Rule[] = [
  [/:-/y, 'k'],
  [/\w{1,100}/y, 'nv'],
  [/[^}:"'`$\\]{1,200}|:/y, 'p'],
];

const ARITHMETIC: Rule[] = [
  [/\*\*|\|\||[-+*/%^|&<>]/y, 'o'],
  [/\d{1,30}/y, 'm'],
  [/[a-zA-Z_]\w{0,99}/y, 'nv'],
];

const bash: Grammar = grammar({
  space: 'w',
  brackets: [
    { open: '$((', close: '))', className: 'k', inner: ARITHMETIC, isInStrings: true },
    { open: '$(', close: ')', className: 'k', inner: [], isInStrings: true },
    { open: '${#', close: '}', className: 'si', inner: BRACED, isInStrings: true },
    { open: '${', close: '}', className: 'si', inner: BRACED, isInStrings: true },
    { open: '`', close: '`', className: 'sb', inner: [] },
  ],
  lineComments: [],
  rules: [
    [/#(?!!)[^\n]{0,5000}/y, 'c1'],
    VARIABLE,
    [/\$'(?:\\[\s\S]|[^'\\]){0,2000}'/y, 's1'],
    [/<<</y, 'o'],
    [/<<-?[ \t]{0,9}'?\\?(?<end>\w{1,40})[\s\S]{1,2000}?\k<end>/y, 's'],
    [/(\b\w{1,100})(\+?=)/y, 'nv', 'o'],
    [
      /\b(?:if|fi|else|while|in|do|done|for|then|return|function|case|select|break|continue|until|esac|elif)(?=\s|$|;|\))/my,
      'k',
    ],
    [SHELL_BUILTINS, 'nb'],
    [/\\[\s\S]/y, 'se'],
    [/&&|\|\||\[\[|\]\]|==|[[\]{}()=]/y, 'o'],
    [/;{1,2}|[|&]/y, 'p'],
    [/\d{1,30}(?!\w)/y, 'm'],
    [/[^=\s[\]{}()$"'`\\<>&|;]{1,200}/y, ''],
    [/[<>]{1,3}/y, ''],
  ],
  strings: [
    { ...plainQuoted("'", 's1', true), escapes: false },
    { ...plainQuoted('"', 's2', true), inner: [VARIABLE, [/\$/y, '']], hasBrackets: true },
  ],
});

const RUBY_STRING = { codeOpen: '#{', marksEscapes: true };
const ruby: Grammar = grammar({
  regexp: /\/(?:\\.|[^/\\\n]){1,300}\/[imxounse]{0,8}/y,
  ...HASH,
  space: 'w',
  punctuation: '(){};,/?:\\',
  rules: [
    [/%(?:[QWxqsw]?(?:\[[^\]\\#]{0,500}\]|\{[^}\\#]{0,500}\}|\([^)\\#]{0,500}\))|[QWxqsw]<[^>\\#]{0,500}>)/y, 'sx'],
    [/%r(?:\{[^}#\n]{0,300}\}|\[[^\]#\n]{0,300}\]|\([^)#\n]{0,300}\))[mixounse]{0,8}/y, 'sr'],
    [
      /(<<[-~]?)(["'`]?)([A-Za-z_]\w{0,40})(\2)(\)?)(?:(\.)([a-z_]\w{0,40}))?(\n(?:[\s\S]{0,1000}?\n)?)([ \t]{0,99}\3(?=\n|$(?![\s\S])))/my,
      ...['o', 'sh', 'dl', 'sh', 'p', 'o', 'n', 'sh', 'dl'],
    ],
    [/^=begin\s[\s\S]*?(?:\n=end[^\n]{0,999}|$(?![\s\S]))/my, 'cm'],
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
    [/[A-Z]\w{1,99}/y, 'no'],
    [/__(?:FILE|LINE)__/y, 'bp'],
    [/0_?[0-7]{1,50}/y, 'mo'],
    [/\d[\d_]{0,50}(?![xXbB])/y, 'mi'],
    [/\?(?:\\[abefnrstv#"'\\]|\S)(?!\w)/y, 'sc'],
    [/=>|\|\||&&|<=>|===?|[<>!~=+*/%|&^-]=?|\.{1,3}|[[\]]/y, 'o'],
  ],
  strings: [
    { ...quoted('"', 's2', true), ...RUBY_STRING },
    { ...plainQuoted("'", 's1', true) },
    { ...quoted('`', 'sb', true), ...RUBY_STRING },
  ],
  words: wordsOf({
    k: 'BEGIN END alias begin break case do else elsif end ensure for if in next redo rescue raise retry return super then undef unless until when while yield class def module',
    kp: 'nil true false initialize new loop include extend attr_reader attr_writer attr_accessor attr private protected public module_function',
    ow: 'and not or',
    bp: 'self',
    nb: 'Array Float Integer String __id__ __send__ abort at_exit autoload binding callcc caller catch chop chomp clone const_get dup eval exec exit fail fork format freeze gets global_variables gsub hash id inspect instance_eval instance_variable_get iterator? lambda load local_variables method methods nil? object_id open p print printf proc putc puts rand readline readlines require require_relative respond_to? select self send sleep split sprintf sub system test to_a to_s trap warn is_a? kind_of? instance_of? include? equal? eql? frozen? display name ancestors class_eval constants getc instance_method instance_methods instance_variable_set instance_variables method_missing module_eval scan singleton_methods srand',
  }),
  nameExtra: '?!',
});

const PHP_INNER: Rule[] = [
  [/(\{)(\$\w{1,100})(->)(\w{1,100})(\})/y, 'si', 'nv', 'o', 'na', 'si'],
  [/(\{)(\$\w{1,100})(\})/y, 'si', 'nv', 'si'],
  [/(\$\{)(\w{1,100})(\})/y, 'si', 'nv', 'si'],
  [/(\{)(\$\w{1,100})(\[)('[^'\n]{0,100}')(\])(\})/y, 'si', 'nv', 'p', 's1', 'p', 'si'],
  [/\$\w{1,100}(?:\[[^\]\s]{1,100}\]|->\w{1,100})?/y, 'si'],
];

const php: Grammar = grammar({
  lineComments: ['//', '#'],
  blockComments: [['/*', '*/']],
  rules: [
    [/(#\[)([\w\\]{1,99})/y, 'p', 'nd'],
    [/(\?>)((?:[^<]|<(?!\?)){0,9999})(<\?(?:php)?)?/y, 'cp', 'x', 'cp'],
    [
      /(<<<)([ \t]{0,9})(['"]?)([a-zA-Z_]\w{0,40})(\3\n(?:[\s\S]{0,1000}?\n)?[ \t]{0,99})(\4)(?!\w)/y,
      ...['s', 's', 's', 'dl', 's', 'dl'],
    ],
    [/\/\*\*(?!\/)[\s\S]*?(?:\*\/|$(?![\s\S]))/my, 'sd'],
    [/(\b(?:class|interface|trait))([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', '', 'nc'],
    [/__(?:CLASS|DIR|FILE|FUNCTION|LINE|METHOD|NAMESPACE|TRAIT)__/y, 'no'],
    [/(\bfunction)([ \t]{1,9})(__\w{1,99})(?=\()/y, 'k', '', 'fm'],
    [/(\bfunction)([ \t]{1,9})(&?)([a-zA-Z_]\w{0,99})/y, 'k', '', 'o', 'nf'],
    [/(\bconst)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', '', 'no'],
    [/(\?->|->|::)([ \t]{0,9})([a-zA-Z_]\w{0,99})/y, 'o', '', 'na'],
    [/::|->/y, 'o'],
    [/[a-zA-Z_\\](?:[\w]|\\(?=\w)){0,99}\\[\w\\]{1,99}/y, 'nx'],
    [/\\[a-zA-Z_]\w{0,99}/y, 'nx'],
    [
      /(?:array_(?:chunk|column|combine|diff|fill|flip|key_exists|merge|pop|push|rand|reduce|reverse|search|shift|slice|splice|sum|unique|unshift|values|walk)|htmlspecialchars|htmlentities|number_format|str_(?:pad|repeat|split|contains)|ucfirst|ucwords|nl2br|print_r|is_numeric|is_int|is_dir|is_file|file_exists|mkdir|unlink|fopen|fclose|fgets|fwrite|md5|sha1|base64_encode|base64_decode|urlencode|urldecode|microtime|strtotime|mktime|round|floor|ceil|max|min|abs|rand|ksort|asort|range|compact|extract|method_exists|class_exists|function_exists|call_user_func|func_get_args|error_reporting|ini_set|session_start|setcookie|curl_init|curl_setopt|curl_exec|curl_close|strpos|strrpos|stripos|rtrim|ltrim|strcmp|strrev|join|serialize|unserialize|isset|unset|count|strlen|sprintf|printf|implode|explode|in_array|array_map|array_filter|array_merge|array_keys|array_values|json_encode|json_decode|str_replace|substr|trim|strtolower|strtoupper|file_get_contents|file_put_contents|var_dump|is_null|is_array|is_string|preg_match|preg_replace|date|time|intval|header|define|usort|sort)(?=[ \t]{0,9}\()/y,
      'nb',
    ],
    [/(?!\/[/*])[~!%^&*+=|:.<>/?@-]/y, 'o'],
  ],
  strings: [{ ...quoted('"', 's2', true), inner: PHP_INNER }, plainQuoted("'", 's1', true)],
  words: wordsOf({
    k: `${CONTROL} ${OBJECTS} and E_PARSE old_function E_ERROR or as E_WARNING parent eval PHP_OS E_NOTICE elseif false null true var cfunction E_ALL xor exit array class const echo endforeach endif endswitch endwhile enddeclare endfor declare die foreach function global goto include include_once require require_once instanceof isset list match PHP_VERSION namespace print readonly clone trait unset use yield empty callable insteadof static`,
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
