// The block tree as markdown-it tokens. Decides the line ends between blocks; never looks into inline source.
import type { StateCore, Token } from 'markdown-it';
import { MARK } from './marks.ts';
import type { Node } from './nodes.ts';

const INLINE_HOLDERS: ReadonlySet<string> = new Set(['p', 'li', 'th', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

// biome-ignore lint/suspicious/noControlCharactersInRegex: marks are control characters
const STRAY_MARK = /\u0002\d*\u0003?/g;

class Emitter {
  constructor(private readonly state: StateCore) {}

  private push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = new this.state.Token(type, tag, nesting);
    token.block = true;
    this.state.tokens.push(token);
    return token;
  }

  private inline(content: string, quoted: boolean): void {
    if (!content) return;
    const token = this.push('inline', '', 0);
    // A mark is always alone in its block; any other has lost its meaning and must be removed.
    token.content = content.includes(MARK) ? content.replace(STRAY_MARK, '') : content;
    token.meta = { quoted };
    token.children = [];
  }

  /** Emits children, and the tail of each as text of the parent. */
  children(node: Node, quoted: boolean): void {
    for (const child of node.children) {
      this.node(child, quoted);
      if (child.tail) this.inline(child.tail, quoted);
    }
  }

  private node(node: Node, quoted: boolean): void {
    if (node.fence) {
      const type = node.fence.kind === 'math' ? 'math_block' : 'code_block';
      const token = this.push(type, 'div', 0);
      token.content = node.fence.kind === 'math' ? node.fence.tex : node.fence.kind === 'code' ? node.fence.code : '';
      token.info = node.fence.kind === 'code' ? node.fence.language : '';
      this.push('newline', '', 0);
      // [MD805] Existing servers end indented code with an empty line.
      if (node.tag === 'indented-code') this.push('newline', '', 0);
      return;
    }
    if (node.tag === 'hr') this.push('void', 'hr', 0);
    else {
      const open = this.push(`${node.tag}_open`, node.tag, 1);
      open.attrs = node.attributes ?? null;
      if (!node.text && node.children.length > 0 && !node.tag.startsWith('spoiler')) this.push('newline', '', 0);
      if (INLINE_HOLDERS.has(node.tag)) this.inline(node.text, quoted);
      this.children(node, quoted || node.tag === 'blockquote');
      this.push(`${node.tag}_close`, node.tag, -1);
    }
    if (!node.tag.startsWith('spoiler-')) this.push('newline', '', 0);
  }
}

export function emitTokens(state: StateCore, root: Node): void {
  new Emitter(state).children(root, false);
}
