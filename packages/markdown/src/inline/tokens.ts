// Shared by inline rules: their state, their tokens, and parsing of `[label](target)`.
import type { StateInline, Token } from 'markdown-it';
import { localUrl, uploadPathId } from '../html/url.ts';
import { type RenderState, stateOf } from '../render-state.ts';

export type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** Adds a link token; its children are the displayed text. */
export function addLink(state: StateInline, href: string, title: string, children: Token[]): void {
  const { context } = stateOf(state);
  const address = localUrl(href, context.realm_url);
  noteLink(stateOf(state), address);
  const link = state.push('link', 'a', 0);
  link.attrs = title
    ? [
        ['href', address],
        ['title', title],
      ]
    : [['href', address]];
  link.children = children;
}

function noteLink(found: RenderState, href: string): void {
  found.has_link = true;
  const path_id = uploadPathId(href);
  if (path_id) found.upload_path_ids.add(path_id);
}

export function textToken(state: StateInline, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}

const TITLE = /^(.*?)\s+(?:"([^"]*)"|'([^']*)')\s*$/s;

/** Parses the part of a link between its parentheses. */
export function readTarget(inside: string): { url: string; title: string } {
  const match = /["']\s*$/.test(inside) ? TITLE.exec(inside) : null;
  const url = (match ? (match[1] as string) : inside).trim();
  const title = match?.[2] ?? match?.[3] ?? '';
  return { url: url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url, title };
}

/** The parts of `[label](target)` at a position, or null. */
export function bracketsAt(state: StateInline, at: number): { label: string; inside: string; end: number } | null {
  const closers = stateOf(state).scan.closers;
  const close = closers?.[at] ?? -1;
  if (close < 0 || state.src.charCodeAt(close + 1) !== 0x28) return null;
  const end = closers?.[close + 1] ?? -1;
  if (end < 0) return null;
  return { label: state.src.slice(at + 1, close), inside: state.src.slice(close + 2, end), end: end + 1 };
}
