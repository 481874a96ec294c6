// Languages of system administrators: PowerShell, Perl and Terraform.
import { type Grammar, grammar, plainQuoted, wordsOf } from './grammar.ts';

const anyOf = (words: string) => words.replaceAll(' ', '|');

const OPERATORS = anyOf(
  'and as band bnot bor bxor casesensitive ccontains ceq cge cgt cle clike clt cmatch cne cnotcontains cnotlike cnotmatch contains creplace eq exact f file ge gt icontains ieq ige igt ile ilike ilt imatch ine inotcontains inotlike inotmatch ireplace is isnot le like lt match ne not notcontains notlike notmatch or regex replace wildcard',
);
const VERBS = anyOf(
  'write where watch wait use update unregister unpublish unprotect unlock uninstall undo unblock trace test tee take sync switch suspend submit stop step start split sort skip show set send select search scroll save revoke resume restore restart resolve resize reset request repair rename remove register redo receive read push publish protect pop ping out optimize open new move mount merge measure lock limit join invoke install initialize import hide group grant get format foreach find export expand exit enter enable edit dismount disconnect disable deny debug convertto convertfrom convert connect confirm compress complete compare close clear checkpoint block backup assert approve aggregate add',
);
const ALIASES = anyOf(
  'ac cat cd chdir clear cls compare copy cp cpp curl del diff dir echo erase fc fl ft fw gc gci gcm gi gm gp gps group gsv h history icm iex ii irm iwr kill lp ls man md measure mi mount move mp mv ni oh ps pushd popd pwd r rd ren ri rm rmdir rnp saps sc select set sl sleep sls sort sp start tee type wget where write',
);

const powershell: Grammar = grammar({
  blockComments: [['<#', '#>']],
  rules: [
    [/#(?!>)[^\n]{0,5000}/y, 'c'],
    [/@'\n[\s\S]{0,2000}?\n'@/y, 'sh'],
    [/`['"$@-]/y, 'p'],
    [/(?:\$|@@?)(?:(?:global|script|private|env):)?\w{1,100}/iy, 'nv'],
    [new RegExp(`-(?:${OPERATORS})(?!\\w)`, 'iy'), 'o'],
    [new RegExp(`(?:${VERBS})-[a-z_]\\w{0,100}`, 'iy'), 'nb'],
    [new RegExp(`(?:${ALIASES})[ \\t]`, 'iy'), 'nb'],
    [/\[[a-z_[][\w. `,[\]]{0,100}\]/iy, 'no'],
    [/-[a-z_]\w{0,100}/iy, 'n'],
    [/\d\w{0,100}/y, 'n'],
  ],
  brackets: [
    { open: '$(', close: ')', className: 'p', inner: [], isInStrings: true },
    { open: '(', close: ')', className: 'p', inner: [] },
  ],
  strings: [
    { ...plainQuoted('"', 's2', true), escapes: false, hasBrackets: true, inner: [[/`[0abfnrtv'"$`]/y, 'se']] },
    { ...plainQuoted("'", 's1', true), escapes: false },
  ],
  words: wordsOf({
    k: 'while validateset validaterange validatepattern validatelength validatecount until trap switch return ref process param parameter in if function foreach for finally filter end elseif else dynamicparam do default continue cmdletbinding break begin alias mandatory parametersetname position valuefrompipeline valuefrompipelinebypropertyname valuefromremainingarguments helpmessage try catch throw',
  }),
  ignoresCase: true,
  operators: '',
  punctuation: '.,;:@{}[]$()=+*/\\&%!~?^`|<>-',
});

const perl: Grammar = grammar({
  lineComments: [],
  space: 'w',
  rules: [
    [/#(?!!)[^\n]{0,5000}/y, 'c1'],
    [/^=[a-zA-Z\d]{1,50}\s[\s\S]*?(?:\n=cut|$(?![\s\S]))/my, 'cm'],
    [/s\/(?:\\.|[^\\/\n]){0,500}\/(?:\\.|[^\\/\n]){0,500}\/[egimosx]{0,8}/y, 'sr'],
    [/s([!@%])(?:\\.|(?!\1)[^\\\n]){0,500}\1(?:\\.|(?!\1)[^\\\n]){0,500}\1[egimosx]{0,8}/y, 'sr'],
    [/m?\/(?:\\.|[^\\/\n]){0,500}\/[gcimosx]{0,8}/y, 'sr'],
    [/m(?:\{(?:\\.|[^\\}\n]){0,500}\}|([!@%])(?:\\.|(?!\1)[^\\\n]){0,500}\1)[egimosx]{0,8}/y, 'sr'],
    [/q[qwrx]?(?:\{[^{}]{0,1000}\}|\([^()]{0,1000}\)|\[[^[\]]{0,1000}\]|<[^<>]{0,1000}>)/y, 'sx'],
    [/q[qwrx]?([^\w\s{}()[\]<>=,;])(?:(?!\1)[^\n]){0,500}\1/y, 'sx'],
    [/(package|use|require|no)(\s{1,20})([a-zA-Z_]\w{0,99}(?:::[a-zA-Z_]\w{0,99}){0,9})/y, 'k', 'w', 'nn'],
    [/(sub)(\s{1,20})([a-zA-Z_]\w{0,99})(?:([ \t]{1,20})|)(\{)/y, 'k', 'w', 'nf', 'w', 'p'],
    [/(sub)(\s{1,20})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nf'],
    [/\$\^[ADEFHILMOPSTWX]|\$[\\"[\]'&`+*.,;=%~?@$!<>(^|/-](?!\w)/y, 'vg'],
    [/([$@%#]{1,9})((?:\w{1,99}::){1,9})?(\w{1,99})/y, 'nv', 'nn', 'nv'],
    [/([$@%#]{1,9})(\{)/y, 'nv', 'p'],
    [/[$@%#]{1,9}/y, 'nv'],
    [/0_?[0-7]{1,50}(?![.\w])/y, 'mo'],
    [/0x[\da-fA-F_]{1,50}/y, 'mh'],
    [/(?:\d[\d_]{0,50})?\.\d[\d_]{0,50}(?:e[+-]?\d{1,9})?|\d[\d_]{0,50}e[+-]?\d{1,9}/iy, 'mf'],
    [/\d[\d_]{0,50}/y, 'mi'],
    [/<[^\s>]{1,100}>/y, 'sr'],
    [/STD(?:IN|OUT|ERR)\b|__(?:DATA|DIE|WARN)__/y, 'bp'],
    [/[a-zA-Z_]\w{0,99}(?:::\w{1,99}){0,9}(?:::)?(?=\s{0,9}->)|(?:[a-zA-Z_]\w{0,99}::){1,9}(?!\w)/y, 'nn'],
    [/[a-zA-Z_]\w{0,99}::\w[\w:]{0,200}/y, 'n'],
    [/\[\]|\*\*|::|<<|>>|<=>|[<>]=|={3}|!=|=~|!~|&&?|\|\||\.{1,3}|[-+/*%=<>&^|!\\~]=?/y, 'o'],
  ],
  strings: [plainQuoted('"', 's', true), plainQuoted("'", 's', true), plainQuoted('`', 'sb', true)],
  words: wordsOf({
    nb: 'abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir connect cos crypt defined delete die dump each eof eval exec exists exit exp fcntl fileno flock fork format formline getc glob gmtime goto grep hex import index int ioctl join keys kill lc lcfirst length link listen local localtime log lstat map mkdir oct open opendir ord pack pipe pop pos printf prototype push quotemeta rand read readdir readline readlink recv ref rename reverse rewinddir rindex rmdir scalar seek seekdir select send shift shutdown sin sleep socket sort splice split sprintf sqrt srand stat study substr symlink syscall sysopen sysread sysseek system syswrite tell tie tied time times tr truncate uc ucfirst umask undef unlink unpack unshift untie utime values vec wait waitpid wantarray warn write',
    k: 'case continue do else elsif for foreach if last my next our redo reset then unless until while print new BEGIN CHECK INIT END return no package require use sub',
    ow: 'eq lt gt le ge ne not and or cmp',
  }),
  operators: '',
  punctuation: '()[]:;,<>/?{}',
});

const TERRAFORM_FUNCTIONS = anyOf(
  'abs ceil floor log max min parseint pow signum chomp format formatlist indent join lower regex regexall replace split strrev substr title trim trimprefix trimsuffix trimspace upper alltrue anytrue chunklist coalesce coalescelist compact concat contains distinct element flatten index keys length list lookup map matchkeys merge range reverse setintersection setproduct setsubtract setunion slice sort sum transpose values zipmap base64decode base64encode base64gzip csvdecode jsondecode jsonencode urlencode yamldecode yamlencode abspath dirname pathexpand basename file fileexists fileset filebase64 templatefile formatdate timeadd timestamp base64sha256 base64sha512 bcrypt filemd5 filesha256 md5 rsadecrypt sha1 sha256 sha512 uuid uuidv5 cidrhost cidrnetmask cidrsubnet cidrsubnets can defaults tobool tolist tomap tonumber toset tostring try',
);

const terraform: Grammar = grammar({
  lineComments: [],
  blockComments: [['/*', '*/']],
  nestsComments: true,
  space: 'w',
  rules: [
    [/[ \t]{0,99}(?:#|\/\/)[^\n]{0,5000}/y, 'c1'],
    [/([\w-]{1,99})([ \t]{0,99})(=?)([ \t]{0,99})(\{)/y, 'nb', 'w', 'o', 'w', 'p'],
    [/([\w-]{1,99})([ \t]{0,99})(=)([ \t]{0,99})/y, 'na', 'w', 'o', 'w'],
    [/("[^\s"]{1,200}")([ \t]{0,99})([=:])([ \t]{0,99})/y, 's2', 'w', 'o', 'w'],
    [new RegExp(`(?:${TERRAFORM_FUNCTIONS})(?=\\()`, 'y'), 'nf'],
    [/(\[)([a-z_, \t]{1,200})(\])/y, 'p', 'nb', 'p'],
    [
      /(backend|data|module|output|provider|provisioner|resource|variable)([ \t]{1,99})(?:("[\w-]{1,99}")([ \t]{1,99}))?("[\w-]{1,99}")([ \t]{1,99})(\{)/y,
      ...['kr', 'w', 'nc', 'w', 'nv', 'w', 'p'],
    ],
    [
      /(<<-?)([ \t]{0,9})([a-zA-Z_]\w{0,40})([^\n]{0,200}\n(?:[\s\S]{0,1000}?\n)?)([ \t]{0,99}\3[ \t]{0,9}(?=\n|$(?![\s\S])))/my,
      ...['o', 'w', 'dl', 'sh', 'dl'],
    ],
    [/"[^\n]{0,2000}"/y, 's2'],
    [/(?:[\w-]|\[|\]){1,99}\.[\w.[\]-]{0,200}\w/y, 'nv'],
    [/\d{1,50}/y, 'm'],
  ],
  strings: [],
  words: wordsOf({ no: 'true false', kt: 'string number bool list tuple map set object null' }),
  name: '',
  operators: '',
  punctuation: '[](){},.?:!=',
});

export const systems: [string, Grammar][] = [
  ['powershell', powershell],
  ['perl', perl],
  ['hcl', terraform],
];
