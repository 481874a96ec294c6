// The guides of docs/api/, from Markdown.
import { readFileSync } from 'node:fs';
import createMarkdownIt from 'markdown-it';
import { escapeHtml } from '../../kit/text/escape-html.ts';
import { code } from './fields.ts';
import { Html } from './html.ts';

export interface Guide {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Markdown, from the title on. */
  readonly source: string;
}

const GUIDES = [
  'first-bot',
  'access-tokens',
  'incoming-webhooks',
  'mcp',
  'events',
  'permissions',
  'uploads',
  'idempotency',
] as const;
const folder = new URL('../../../../../docs/api/', import.meta.url);
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  python: 'Python',
  ts: 'TypeScript',
  json: 'JSON',
};

export const guides: readonly Guide[] = GUIDES.map((id) => {
  const source = readFileSync(new URL(`${id}.md`, folder), 'utf8');
  const [heading = '', summary = ''] = source.split(/\n\n+/);
  return { id, title: heading.replace(/^# /, ''), summary: summary.replaceAll('\n', ' '), source };
});

const markdown = createMarkdownIt({ html: false });
markdown.renderer.rules.fence = (tokens, at) => {
  const { info, content } = tokens[at]!;
  return code(LANGUAGE_NAMES[info] ?? 'Example', content.trimEnd()).text;
};
// Headings can be linked to.
markdown.renderer.rules.heading_open = (tokens, at) => {
  const id = tokens[at + 1]!.content.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `<${tokens[at]!.tag} id="${id}">`;
};

// In the repository, guides link to each other's files.
markdown.renderer.rules.link_open = (tokens, at) => {
  const href = String(tokens[at]!.attrGet('href')).replace(/^([\w-]+)\.md(?=$|#)/, '$1');
  return `<a href="${escapeHtml(href)}">`;
};

/** The code of a guide in one language, as a reader would put it together. */
export const guideCode = ({ source }: Guide, language: 'sh' | 'python' | 'ts'): string[] =>
  Array.from(source.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm))
    .filter(([, info]) => info === language)
    .map(([, , text]) => text!);

export const guideHtml = ({ source }: Guide): Html => new Html(markdown.render(source));
