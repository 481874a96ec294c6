// Arranges the files of a rendered message: adjacent pictures in a grid, other files as cards, players with their names. The
// server's HTML stays unchanged; only elements of the page are moved.
import { t } from '../../base/text/all-texts.ts';
import { isFile } from './file-bytes.ts';
import { extensionOf, isNameOf, isSound, kindOf } from './file-kinds.ts';
import { fileName } from './pictures.ts';

const FILES = 'a[href^="/user_uploads/"], [data-file], img[src^="/external_content/"]';
const GRID = 'picture-grid';
const CARDS = 'file-cards';
/** Pictures of the server's previews, and those on lines of their own. */
const PICTURES = '.message_inline_image:not(.message_inline_video, .youtube-video), .picture-alone';

function make(tag: string, className: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

const isBlank = (node: Node): boolean => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() === '';

/** A link to a file, as a card. */
function asCard(link: HTMLAnchorElement): HTMLElement {
  const address = link.getAttribute('href')!;
  const name = link.textContent?.trim() || fileName(address);
  const tile = make('span', 'file-tile', extensionOf(fileName(address)));
  tile.ariaHidden = 'true';
  link.className = 'file-card';
  link.replaceChildren(
    tile,
    make('span', 'file-name', name),
    make('span', 'file-about quiet', make('span', 'file-kind', t(kindOf(address)))),
  );
  return link;
}

function linkTo(address: string, name: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = name;
  return link;
}

/** A sound below its card. */
function asSound(link: HTMLAnchorElement, player?: HTMLElement): HTMLElement {
  const audio = player ?? document.createElement('audio');
  audio.dataset.file = link.getAttribute('href')!;
  audio.title = link.textContent ?? '';
  (audio as HTMLAudioElement).controls = true;
  return make('div', 'file-media', asCard(link), audio);
}

/** The element that replaces one in a line of files; null if something else on the page shows the file already. */
function asBlock(node: Element, previewed: ReadonlySet<string>): HTMLElement | null {
  if (node instanceof HTMLImageElement) return make('div', 'picture-alone', node);
  if (node instanceof HTMLAudioElement)
    return asSound(linkTo(node.dataset.file!, node.title || fileName(node.dataset.file!)), node);
  const link = node as HTMLAnchorElement;
  const address = link.getAttribute('href')!;
  if (previewed.has(address)) return null;
  return isSound(address) ? asSound(link) : asCard(link);
}

/** Whether the element is a file without other text. */
function isFileElement(node: Node, previewed: ReadonlySet<string>): node is Element {
  if (!(node instanceof HTMLElement)) return false;
  if (node instanceof HTMLImageElement || node instanceof HTMLAudioElement) return node.dataset.file !== undefined;
  if (!(node instanceof HTMLAnchorElement) || node.querySelector('img, video, audio')) return false;
  const address = node.getAttribute('href') ?? '';
  return isFile(address) && (!previewed.has(address) || isNameOf(node.textContent ?? '', address));
}

/** Moves lines that contain only files out of a paragraph. */
function arrangeParagraph(paragraph: Element, previewed: ReadonlySet<string>): void {
  const lines: ChildNode[][] = [[]];
  for (const node of paragraph.childNodes)
    if (node instanceof HTMLBRElement) lines.push([]);
    else lines.at(-1)!.push(node);
  const isOfFiles = (line: readonly ChildNode[]) =>
    line.some((node) => !isBlank(node)) && line.every((node) => isBlank(node) || isFileElement(node, previewed));
  if (!lines.some(isOfFiles)) return;
  const parts: HTMLElement[] = [];
  let text: HTMLElement | null = null;
  for (const line of lines)
    if (isOfFiles(line)) {
      text = null;
      for (const node of line) if (!isBlank(node)) parts.push(...[asBlock(node as Element, previewed) ?? []].flat());
    } else if (text) text.append(document.createElement('br'), ...line);
    else {
      text = paragraph.cloneNode(false) as HTMLElement;
      text.append(...line);
      parts.push(text);
    }
  paragraph.replaceWith(...parts);
}

/** Wraps adjacent elements in one frame. */
function gather(elements: Iterable<Element>, className: string): void {
  for (const element of elements) {
    if (element.parentElement?.classList.contains(className)) continue;
    let before = element.previousSibling;
    while (before && isBlank(before)) before = before.previousSibling;
    if (before instanceof HTMLElement && before.classList.contains(className)) before.append(element);
    else {
      const frame = make('div', className);
      element.replaceWith(frame);
      frame.append(element);
    }
  }
}

/** A video keeps its name where no link above says it. */
function nameVideo(frame: Element, root: Element): void {
  const link = frame.querySelector('a');
  const video = frame.querySelector('video');
  const address = link?.getAttribute('href');
  if (!link || !video || !address || frame.querySelector('.file-caption')) return;
  const name = link.title || fileName(address);
  video.title = name;
  link.replaceWith(video);
  const linked = [...root.querySelectorAll('p a, li a')].some((element) => element.getAttribute('href') === address);
  if (linked) return;
  const caption = linkTo(address, name);
  caption.className = 'file-caption';
  frame.append(caption);
}

export function arrangeFiles(root: HTMLElement): void {
  if (!root.querySelector(FILES)) return;
  const previews = root.querySelectorAll('.message_inline_image > a');
  const previewed = new Set(Array.from(previews, (link) => link.getAttribute('href') ?? ''));
  for (const paragraph of root.querySelectorAll('p')) arrangeParagraph(paragraph, previewed);
  gather(root.querySelectorAll(PICTURES), GRID);
  gather(root.querySelectorAll('.file-card:not(.file-media > *)'), CARDS);
  for (const grid of root.querySelectorAll(`.${GRID}`)) grid.classList.toggle('many', grid.childElementCount > 1);
  for (const frame of root.querySelectorAll('.message_inline_video')) nameVideo(frame, root);
}
