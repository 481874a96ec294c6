// Functional languages, query languages, style sheets and configuration files.
import { DOUBLE, type Grammar, grammar, plainQuoted, quoted, wordsOf } from './grammar.ts';
import { HASH, SLASHES } from './shared.ts';

const sqlWords =
  'abs access add admin all alter and any as asc begin between by cascade case check column commit constraint create cross database default delete desc distinct drop else end exists explain foreign from full grant group having if in index inner insert intersect into is join key left like limit natural not null offset on or order outer primary references returning revoke right rollback select set table then transaction union unique update using values view when where with abort absolute action after aggregate alias allocate analyze are array assertion asymmetric at authorization auto_increment avg backward before binary bit_length body both breadth c cache call called cascaded catalog ceil ceiling chain character_length char_length checked class close cluster coalesce collate collation collation_name comments committed completion concurrently condition connect connection constraints contains continue conversion convert copy corresponding count cube current current_date current_path current_role current_time current_timestamp current_user cursor cycle data database deallocate declare deferrable deferred define depth deref describe descriptor diagnostics disconnect do domain dynamic each encoding end-exec engine escape every except exception exclude excluding exclusive exec execute existing external extract false fetch final first for force forward found free freeze function general generated get global go goto greater grouping handler hold host identified identity if ignore immediate immutable implementation including increment indicator infix inherits initialize initially inout input insensitive instance instead intersection isolation isnull iterate key_member language large last lateral leading length less level listen load local localtime localtimestamp location locator lock loop lower map match max maxvalue merge message_text method min minvalue mod mode modifies modify module month more move names national natural nchar new next no nocreatedb none nothing notify notnull nullable nullif object octet_length of off oids old only open operation operator option options ordinality others out output overlaps overlay override owner package pad parameter parameters partial partition password path pli position preorder prepare preserve prior privileges procedural procedure public read reads recheck recursive ref referencing reindex relative release rename repeatable replace reset restart restrict result return returned_length returns role rollup routine row rows row_count rule savepoint scale schema scroll search second section security self sensitive sequence serializable session session_user setof sets share show similar simple size some source space specific sql sqlexception sqlstate stable start state statement static statistics stdin stdout storage strict structure style subclass_origin sublist substring sum superuser symmetric sysid system system_user temp template temporary terminate than timestamp timezone_hour timezone_minute to toast trailing transform translate treat trigger trim true truncate trusted type unencrypted under unknown unlisten unnamed unnest until upper usage user vacuum valid validator varying verbose version view volatile whenever without work write year zone';
const sqlMoreWords =
  'analyse assignment atomic cardinality cast catalog_name characteristics checkpoint clob column_name comment constraint_name constructor cursor_name day defined definer delimiter destroy deterministic dictionary dispatch dynamic_function elsif encrypted equals granted hierarchy ilike immediately implicit instantiable invoker minute nclob overriding period placing postfix precision prefix schema_name scope server_name sqlcode sqlerror table_name time translation trigger_name uncommitted variable versioning';
const sqlTypes =
  'array bigint binary bit blob boolean char character date dec decimal float int integer interval number numeric real serial smallint varchar varying int8 serial8 text';

const sheet = (lineComments: string[]) =>
  grammar({
    lineComments,
    blockComments: [['/*', '*/']],
    name: '',
    nameExtra: '-',
    keyBefore: ':',
    sigils: new Map([
      ['@', 'k'],
      ['$', 'nv'],
      ['.', 'nc'],
      ['#', 'nn'],
    ]),
    operators: '>~+*=',
    punctuation: '{}();:,[]',
  });

const lisp = grammar({
  lineComments: [';'],
  blockComments: [['#|', '|#']],
  strings: [quoted('"', 's', true)],
  words: wordsOf({
    k: 'def defn defun define defmacro fn lambda let let* letrec if cond case do loop recur quote set! ns when unless begin',
  }),
  nameExtra: '-?!*<>=/+.',
  sigils: new Map([[':', 'ss']]),
  operators: '',
  punctuation: '()[]{}',
});

export const functional: [string, Grammar][] = [
  [
    'erlang',
    grammar({
      lineComments: ['%'],
      words: wordsOf({
        k: 'after begin case catch end fun if of receive try when',
        ow: 'and andalso band bor div not or orelse rem xor',
      }),
    }),
  ],
  [
    'haskell',
    grammar({
      lineComments: ['--'],
      blockComments: [['{-', '-}']],
      strings: [DOUBLE],
      words: wordsOf({
        k: 'case class data default deriving do else forall if import in infix infixl infixr instance let module newtype of qualified then type where',
      }),
      nameExtra: "'",
    }),
  ],
  [
    'ocaml',
    grammar({
      blockComments: [['(*', '*)']],
      strings: [DOUBLE],
      words: wordsOf({
        k: 'and as assert begin class do done else end exception external for fun function if in include let match module mutable new object of open rec sig struct then to try type val when while with',
        kc: 'true false',
      }),
      nameExtra: "'",
    }),
  ],
  ['clojure', lisp],
  ['lisp', lisp],
  ['scheme', lisp],
  [
    'sql',
    grammar({
      lineComments: ['--'],
      blockComments: [['/*', '*/']],
      space: 'w',
      rules: [
        [/\d{1,99}(?![\w])/y, 'mi'],
        [/[`@#]/y, 'o'],
      ],
      strings: [quoted("'", 's1', true, false), quoted('"', 'ss', true, false)],
      words: wordsOf({ k: `${sqlWords} ${sqlMoreWords}`, nb: sqlTypes }),
      ignoresCase: true,
    }),
  ],
  ['sass', sheet(['//'])],
  [
    'json',
    grammar({
      ...SLASHES,
      space: 'w',
      rules: [
        [/-?\d{1,99}(?:\.\d{1,99}(?:[eE][-+]?\d{1,9})?|[eE][-+]?\d{1,9})/y, 'mf'],
        [/-?\d{1,99}/y, 'mi'],
      ],
      strings: [plainQuoted('"', 's2')],
      words: wordsOf({ kc: 'true false null' }),
      name: '',
      keyBefore: ':',
      operators: '-',
      punctuation: '{}[],:',
    }),
  ],
  [
    'graphql',
    grammar({
      ...HASH,
      strings: [quoted('"""', 's', true), DOUBLE],
      words: wordsOf({
        k: 'directive enum extend fragment implements input interface mutation on query scalar schema subscription type union',
        kt: 'Boolean Float ID Int String',
        kc: 'true false null',
      }),
      sigils: new Map([
        ['$', 'nv'],
        ['@', 'nd'],
      ]),
    }),
  ],
  [
    'nix',
    grammar({
      ...HASH,
      blockComments: [['/*', '*/']],
      strings: [quoted("''", 's', true, false), DOUBLE],
      words: wordsOf({ k: 'assert else if import in inherit let or rec then with', kc: 'true false null' }),
      nameExtra: "-'",
    }),
  ],
];
