// Pictures and videos below the paragraphs that link to them. Asks the caller what an upload is; fetches nothing.
import type { StateCore, Token } from 'markdown-it';
import type { RenderState } from '../render-state.ts';
import { isPicture, isVideo, kindOfAddress, pictureAttributes, pictureSource, youtubeId } from './media.ts';
import { safeUrl, uploadPathId } from './url.ts';

/** [MD72] A message with more different links than this gets no previews at all. */
const MAX_PREVIEWS = 24;

/** [MD95] Only the first pages that a message links to may have a preview. */
const MAX_PAGES = 5;
const MAX_PAGE_ADDRESS = 2000;

interface FoundLink {
  token: Token;
  href: string;
  text: string;
  /** The block has nothing but this link. */
  isAlone: boolean;
}

interface Frame {
  tag: string;
  links: FoundLink[];
  /** Position of the opening token in the output. */
  at: number;
}

const textOf = (token: Token): string => (token.children ?? []).map((child) => child.content).join('');

function linksOf(inline: Token): FoundLink[] {
  const children = inline.children ?? [];
  const found: FoundLink[] = [];
  for (const token of children) {
    if (token.type !== 'link') continue;
    const href = String(token.attrs?.[0]?.[1] ?? '');
    found.push({ token, href, text: textOf(token), isAlone: children.length === 1 });
  }
  return found;
}

function element(state: StateCore, type: string, className: string, link: FoundLink, attrs: [string, string][]): Token {
  const token = new state.Token(type, 'div', 0);
  const title: [string, string][] = link.text === link.href ? [] : [['title', link.text]];
  token.attrs = attrs;
  token.meta = { className, link: [['href', link.href], ...title] };
  return token;
}

const PICTURE_CLASS = 'message_inline_image';
const VIDEO_CLASS = 'message_inline_image message_inline_video';

function video(state: StateCore, link: FoundLink, src: string): Token {
  return element(state, 'preview_video', VIDEO_CLASS, link, [
    ['preload', 'metadata'],
    ['src', src],
  ]);
}

function preview(state: StateCore, found: RenderState, link: FoundLink): Token | null {
  const path_id = uploadPathId(link.href);
  if (path_id) {
    const upload = found.context.findUpload?.(path_id);
    if (!upload) return null;
    if (isVideo(upload)) return video(state, link, link.href);
    if (!isPicture(upload)) return null;
    found.has_image = true;
    return element(state, 'preview_picture', PICTURE_CLASS, link, pictureAttributes(upload, ''));
  }
  const kind = kindOfAddress(link.href);
  const youtube_id = kind ? null : youtubeId(link.href);
  if (!kind && !youtube_id) return null;
  if (kind !== 'video') found.has_image = true;
  const shown = youtube_id ? `https://i.ytimg.com/vi/${youtube_id}/mqdefault.jpg` : pictureSource(link.href);
  const src = safeUrl(found.context.external_media_url?.(shown) ?? '');
  if (!src) return null;
  if (kind === 'video') return video(state, link, src);
  const token = element(state, 'preview_picture', youtube_id ? `youtube-video ${PICTURE_CLASS}` : PICTURE_CLASS, link, [
    ['src', src],
  ]);
  if (youtube_id)
    token.meta = {
      className: `youtube-video ${PICTURE_CLASS}`,
      link: [
        ['data-id', youtube_id],
        ['href', link.href],
      ],
      youtube_id,
    };
  return token;
}

class Previewer {
  private readonly out: Token[] = [];
  private readonly stack: Frame[] = [];
  private readonly atEnd: Token[] = [];
  private readonly done = new Set<string>();
  /** Addresses shown as pictures and videos. */
  readonly shown = new Set<string>();

  constructor(
    private readonly state: StateCore,
    private readonly found: RenderState,
  ) {}

  private previewOf(link: FoundLink): Token | null {
    if (this.done.has(link.href)) return null;
    this.done.add(link.href);
    const token = preview(this.state, this.found, link);
    if (token) this.shown.add(link.href);
    return token;
  }

  private close(frame: Frame): void {
    const preview_tokens: Token[] = [];
    let isRemoved = false;
    for (const link of frame.links) {
      const token = this.previewOf(link);
      if (!token) continue;
      preview_tokens.push(token);
      // A video of another site keeps its address visible; a picture needs none.
      if (link.isAlone && link.text === link.href && !token.meta?.youtube_id) isRemoved = true;
    }
    if (preview_tokens.length === 0) return;
    if (frame.tag === 'p') {
      if (isRemoved) this.out.length = frame.at;
      else this.out.push(this.newline());
      this.out.push(...preview_tokens);
      this.skipNewline = true;
    } else if (frame.tag === 'li') {
      const close = this.out.pop() as Token;
      if (isRemoved) for (const link of frame.links) link.token.hidden = link.isAlone;
      this.out.push(...preview_tokens, close);
    } else this.atEnd.push(...preview_tokens);
  }

  private skipNewline = false;

  private newline(): Token {
    return new this.state.Token('newline', '', 0);
  }

  run(tokens: Token[]): Token[] {
    for (const token of tokens) {
      if (token.type === 'newline' && this.skipNewline) {
        this.skipNewline = false;
        continue;
      }
      this.skipNewline = false;
      if (token.nesting === 1) this.stack.push({ tag: token.tag, links: [], at: this.out.length });
      this.out.push(token);
      if (token.type === 'inline' && !token.meta?.quoted) this.stack.at(-1)?.links.push(...linksOf(token));
      if (token.nesting === -1) {
        const frame = this.stack.pop();
        if (frame && frame.links.length > 0) this.close(frame);
      }
    }
    return [...this.out, ...this.atEnd];
  }
}

/** Whether an address is likely to be a page of another site. */
function isPage(href: string, realm_url: string | undefined): boolean {
  if (!/^https?:\/\//i.test(href) || href.length > MAX_PAGE_ADDRESS || kindOfAddress(href)) return false;
  return realm_url === undefined || (href !== realm_url && !href.startsWith(`${realm_url.replace(/\/$/, '')}/`));
}

export function addPreviews(state: StateCore, found: RenderState): void {
  const addresses = new Set<string>();
  for (const token of state.tokens) {
    if (token.type === 'inline' && !token.meta?.quoted) for (const link of linksOf(token)) addresses.add(link.href);
  }
  if (addresses.size === 0 || addresses.size > MAX_PREVIEWS) return;
  const previewer = new Previewer(state, found);
  if (found.context.previews !== false) state.tokens = previewer.run(state.tokens);
  found.page_links = [...addresses]
    .filter((href) => isPage(href, found.context.realm_url) && !previewer.shown.has(href))
    .slice(0, MAX_PAGES);
}
