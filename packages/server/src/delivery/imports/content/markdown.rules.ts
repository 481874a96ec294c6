// CommonMark with tables and struck-out text, as Mattermost has it, as content. Pure.
import MarkdownIt, { type Token } from 'markdown-it';
import { type Block, type Inline, paragraph, type Style, text } from './content.ts';
import { clean } from './escape.rules.ts';
import { type MarkdownNames, readNames } from './names-in-text.rules.ts';

const parser = new MarkdownIt('default', { html: false, linkify: true, breaks: true }).disable(
  ['text_join', 'smartquotes', 'replacements'],
  true,
);
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

const STYLES: Readonly<Record<string, Style>> = { strong_open: 'bold', em_open: 'italic', s_open: 'strike' };

export function readMarkdown(source: string, names: MarkdownNames): Block[] {
  return new TokenReader(parser.parse(clean(source), {}), names).blocks(null);
}

class TokenReader {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly names: MarkdownNames,
  ) {}

  /** The blocks up to a closing token, which is consumed. */
  blocks(until: string | null): Block[] {
    const out: Block[] = [];
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at++] as Token;
      if (token.type === until) break;
      const block = this.block(token);
      if (block !== null) out.push(block);
    }
    return out;
  }

  private block(token: Token): Block | null {
    switch (token.type) {
      case 'inline':
        return paragraph(this.inlines(token));
      case 'heading_open': {
        const level = Number(token.tag.slice(1));
        const children = this.inlines(this.tokens[this.at++] as Token);
        this.at++;
        return { kind: 'heading', level, children };
      }
      case 'fence':
      case 'code_block':
        return { kind: 'code', language: token.info.trim().split(/\s/)[0] ?? '', text: token.content };
      case 'hr':
        return { kind: 'rule' };
      case 'blockquote_open':
        return { kind: 'quote', blocks: this.blocks('blockquote_close') };
      case 'bullet_list_open':
        return { kind: 'list', first: null, items: this.items('bullet_list_close') };
      case 'ordered_list_open':
        return { kind: 'list', first: Number(token.attrGet('start') ?? 1), items: this.items('ordered_list_close') };
      case 'table_open':
        return { kind: 'table', rows: this.rows() };
      default:
        return null;
    }
  }

  private items(until: string): Block[][] {
    const items: Block[][] = [];
    while (this.at < this.tokens.length && (this.tokens[this.at++] as Token).type !== until)
      items.push(this.blocks('list_item_close'));
    return items;
  }

  private rows(): Inline[][][] {
    const rows: Inline[][][] = [];
    for (; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at] as Token;
      if (token.type === 'table_close') break;
      if (token.type === 'tr_open') rows.push([]);
      else if (token.type === 'inline') rows.at(-1)?.push(this.inlines(token));
    }
    this.at++;
    return rows;
  }

  private inlines(token: Token): Inline[] {
    const stack: Inline[][] = [[]];
    const urls: string[] = [];
    for (const child of token.children ?? []) {
      const style = STYLES[child.type];
      if (style !== undefined || child.type === 'link_open') {
        stack.push([]);
        if (child.type === 'link_open') urls.push(String(child.attrGet('href') ?? ''));
      } else if (child.nesting === -1) {
        const children = stack.pop() as Inline[];
        const closed = STYLES[child.type.replace('_close', '_open')];
        stack
          .at(-1)
          ?.push(
            closed === undefined
              ? { kind: 'link', url: urls.pop() ?? '', children }
              : { kind: 'styled', style: closed, children },
          );
      } else stack.at(-1)?.push(...this.inline(child, urls.length > 0));
    }
    return stack.flat();
  }

  private inline(token: Token, isInLink: boolean): readonly Inline[] {
    switch (token.type) {
      case 'text':
        return isInLink ? [text(token.content)] : readNames(token.content, this.names);
      case 'code_inline':
        return [{ kind: 'code', text: token.content }];
      case 'softbreak':
      case 'hardbreak':
        return [text('\n')];
      case 'image':
        return [{ kind: 'link', url: String(token.attrGet('src') ?? ''), children: [text(token.content)] }];
      default:
        return [text(token.content)];
    }
  }
}
