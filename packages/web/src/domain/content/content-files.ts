// Inserts files into a drawn message: thumbnails as they load, videos and audio when played.

import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { placeOf } from '../focus/message-focus.ts';
import { bytesOf, isFile, openFile, temporaryAddress } from './file-bytes.ts';
import { showSizes } from './file-sizes.ts';
import { openViewer } from './open-viewer.ts';
import { readSize, rowSize, shownSize, thumbnailIn } from './pictures.ts';

async function show(engine: Engine, image: HTMLImageElement, address: string): Promise<void> {
  image.dataset.wanted = address;
  try {
    const url = await bytesOf(engine, address);
    if (image.dataset.wanted !== address) return;
    image.src = url;
    image.classList.remove('loading');
  } catch {
    image.classList.remove('loading');
    image.classList.add('failed');
  }
}

function addPicture(engine: Engine, image: HTMLImageElement): void {
  const { thumbnail } = image.dataset;
  image.classList.add('loading');
  const percent = engine.state.get().realm_media_preview_size;
  const original = readSize(image.dataset.originalDimensions);
  const size = image.closest('.picture-grid.many') ? rowSize(original, percent) : shownSize(original, percent);
  image.width = size.width;
  image.height = size.height;
  // Whatever the thumbnail's own shape, the reserved place stays.
  image.style.aspectRatio = `${size.width} / ${size.height}`;
  image.classList.toggle('small', original !== null && original.width < size.width && original.height < size.height);
  // The server is still making the thumbnail; an event will update the message.
  if (!thumbnail) return;
  const state = engine.state.get();
  const formats = state.server_thumbnail_formats;
  const moving = image.dataset.animated === 'true';
  const policy = state.user_settings.web_animate_image_previews;
  if (!moving || policy === 'always') return void show(engine, image, thumbnail);
  const still = thumbnailIn(thumbnail, false, formats);
  void show(engine, image, still);
  image.classList.add('moves');
  if (policy !== 'on_hover') return;
  const frame = image.closest('a') ?? image;
  const move = () => void show(engine, image, thumbnailIn(thumbnail, true, formats));
  const rest = () => void show(engine, image, still);
  for (const event of ['pointerenter', 'focus']) frame.addEventListener(event, move);
  for (const event of ['pointerleave', 'blur']) frame.addEventListener(event, rest);
}

/** The address is valid for a minute. When the player requests more after that, it gets a new one and continues. */
function addMedia(engine: Engine, media: HTMLMediaElement): void {
  const address = media.dataset.file!;
  let renewed_at = 0;
  const load = async () => {
    renewed_at = Date.now();
    const { currentTime, paused } = media;
    media.src = await temporaryAddress(engine, address);
    if (currentTime > 0) media.currentTime = currentTime;
    if (!paused) await media.play();
  };
  media.preload = 'metadata';
  media.addEventListener('error', () => {
    if (Date.now() - renewed_at > 30_000) void load().catch(() => media.classList.add('failed'));
    else replaceUnplayable(media);
  });
  void load().catch(() => media.classList.add('failed'));
}

/** In place of a player that would do nothing; the link to the file stays. [WB967] */
function replaceUnplayable(media: HTMLMediaElement): void {
  const note = document.createElement('p');
  note.className = 'unplayable quiet';
  note.textContent = t('media_unplayable');
  media.replaceWith(note);
}

/** Returns a function that undoes it. */
export function addFiles(engine: Engine, root: HTMLElement, message_id: number | null): () => void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-file]')) {
    if (element instanceof HTMLMediaElement) {
      element.setAttribute('aria-label', element.title || element.dataset.file!.split('/').at(-1)!);
      addMedia(engine, element);
      // Replaced by the player; a link around it would intercept clicks.
      element.closest('a')?.replaceWith(element);
    } else if (element instanceof HTMLImageElement) {
      addPicture(engine, element);
      if (element.closest('a')) continue;
      element.tabIndex = 0;
      element.setAttribute('role', 'button');
      element.setAttribute('aria-label', t('viewer_open', { name: element.alt || t('image') }));
    }
  }
  const open = (event: Event, target: Element): void => {
    const image = target.closest<HTMLElement>('img[data-file]') ?? target.closest('a')?.querySelector('img[data-file]');
    const path = image instanceof HTMLElement ? image.dataset.file : target.closest('a')?.getAttribute('href');
    if (!path || !isFile(path)) return;
    event.preventDefault();
    if (image instanceof HTMLElement && message_id !== null) {
      const focus = image.closest<HTMLElement>('a') ?? image;
      openViewer.set({ message_id, file: path, place: placeOf(focus) });
    } else void attempt(() => openFile(engine, path));
  };
  const onClick = (event: MouseEvent) => {
    if (event.button === 0 && !event.ctrlKey && !event.metaKey) open(event, event.target as Element);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    if ((event.key === 'Enter' || event.key === ' ') && target.matches('img[data-file]')) open(event, target);
  };
  root.addEventListener('click', onClick);
  root.addEventListener('keydown', onKeyDown);
  const endSizes = showSizes(engine, root);
  return () => {
    endSizes();
    root.removeEventListener('click', onClick);
    root.removeEventListener('keydown', onKeyDown);
  };
}
