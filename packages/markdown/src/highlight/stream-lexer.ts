// Highlights code by a grammar of the library, line by line. Maps its styles to classes and bounds its work.
import { type StreamParser, StringStream } from '@codemirror/streamparser';
import type { Writer } from './writer.ts';

/** [MD93] The library's patterns look ahead to the end of the line, so longer lines stay plain. */
const MAX_LINE = 200;
/** A grammar may change state without advancing; more often than this in a row, it is stuck. */
const MAX_STANDSTILLS = 10;
const TAB_SIZE = 4;
const INDENT_UNIT = 2;

/** Classes by the library's style names. The full dotted name is looked up first. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    atom: 'kc',
    attribute: 'na',
    attributeName: 'na',
    attributeValue: 's',
    bool: 'kc',
    brace: 'p',
    bracket: 'p',
    builtin: 'nb',
    className: 'nc',
    color: 'mh',
    comment: 'c',
    controlKeyword: 'k',
    def: 'nf',
    definitionKeyword: 'kd',
    deleted: 'gd',
    emphasis: 'ge',
    escape: 'se',
    function: 'nf',
    header: 'gh',
    heading: 'gh',
    inserted: 'gi',
    keyword: 'k',
    labelName: 'nl',
    labelname: 'nl',
    literal: 'l',
    macroName: 'nf',
    meta: 'cp',
    modifier: 'kd',
    moduleKeyword: 'kn',
    namespace: 'nn',
    negative: 'gd',
    null: 'kc',
    number: 'm',
    operator: 'o',
    operatorKeyword: 'ow',
    paren: 'p',
    positive: 'gi',
    processingInstruction: 'cp',
    propertyName: 'n',
    property: 'n',
    'propertyName.definition': 'nt',
    punctuation: 'p',
    qualifier: 'nc',
    quote: 's',
    regexp: 'sr',
    self: 'bp',
    separator: 'p',
    special: 'nv',
    squareBracket: 'p',
    angleBracket: 'p',
    string: 's',
    'string.special': 'ss',
    strong: 'gs',
    tag: 'nt',
    tagName: 'nt',
    type: 'kt',
    typeName: 'kt',
    unit: 'kt',
    url: 's',
    variable: 'n',
    variableName: 'n',
    'variableName.constant': 'no',
    'variableName.definition': 'nf',
    'variableName.function': 'nf',
    'variableName.special': 'nv',
    'variableName.standard': 'nb',
  }),
);

function nameClass(style: string): string {
  const first = style.split(' ', 1)[0] as string;
  return CLASSES.get(first) ?? CLASSES.get(first.split('.', 1)[0] as string) ?? '';
}

/** Finer classes follow from the text: the quote of a string, the form of a number. */
function classOf(style: string | null, text: string): string {
  if (!style) return '';
  const token_class = nameClass(style);
  if (token_class === 's') return text.startsWith('"') ? 's2' : text.startsWith("'") ? 's1' : 's';
  if (token_class === 'c') return /^(?:\/\*|\(\*|\{-|<!--)/.test(text) ? 'cm' : 'c1';
  if (token_class !== 'm') return token_class;
  if (/^0x/i.test(text)) return 'mh';
  if (/^0b/i.test(text)) return 'mb';
  return /[.e]/i.test(text) ? 'mf' : 'mi';
}

class StreamLexer {
  private readonly state: unknown;

  constructor(
    private readonly parser: StreamParser<unknown>,
    private readonly writer: Writer,
  ) {
    this.state = parser.startState ? parser.startState(INDENT_UNIT) : {};
  }

  line(line: string): void {
    if (line.length > MAX_LINE) {
      this.writer.add(line);
      return;
    }
    if (line === '') {
      this.parser.blankLine?.(this.state, INDENT_UNIT);
      return;
    }
    const stream = new StringStream(line, TAB_SIZE, INDENT_UNIT);
    let standstills = 0;
    while (!stream.eol()) {
      stream.start = stream.pos;
      let style = this.parser.token(stream, this.state);
      if (stream.pos <= stream.start) {
        if (++standstills < MAX_STANDSTILLS) continue;
        stream.pos = stream.start + 1;
        style = null;
      }
      standstills = 0;
      const text = line.slice(stream.start, stream.pos);
      this.writer.add(text, /^\s+$/.test(text) ? '' : classOf(style, text));
    }
  }
}

/** Throws if the grammar does: the library's grammars don't expect arbitrary code. */
export function lexByLibrary(code: string, parser: StreamParser<unknown>, writer: Writer): void {
  const lexer = new StreamLexer(parser, writer);
  for (const [at, line] of code.split('\n').entries()) {
    if (at > 0) writer.add('\n');
    lexer.line(line);
  }
}
