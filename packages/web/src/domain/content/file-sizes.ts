// Sizes of the files of messages, which their HTML does not have: asked for when their cards come into view, one at a time.
import { sizeText } from '../../base/text/sizes.ts';
import type { Engine } from '../../model/engine/engine.ts';

const KEPT = 1000;
const known = new Map<string, Promise<number | null>>();
let turn: Promise<unknown> = Promise.resolve();

/** In bytes; null if it can't be known, because the reader has no access or there is no connection. */
function sizeOf(engine: Engine, address: string, isWanted: () => boolean): Promise<number | null> {
  const before = known.get(address);
  if (before) return before;
  const request = turn.then(async () => {
    if (!isWanted()) {
      known.delete(address);
      return null;
    }
    return engine.client.fileSize(address).catch(() => {
      known.delete(address);
      return null;
    });
  });
  turn = request;
  known.set(address, request);
  if (known.size > KEPT) known.delete(known.keys().next().value!);
  return request;
}

/** Returns how to stop. */
export function showSizes(engine: Engine, root: HTMLElement): () => void {
  const cards = root.querySelectorAll<HTMLElement>('.file-card');
  if (cards.length === 0) return () => {};
  let ended = false;
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      void sizeOf(engine, target.getAttribute('href')!, () => !ended).then((size) => {
        const about = target.querySelector('.file-about');
        if (size !== null && !ended && about && !about.querySelector('.file-size')) {
          const text = document.createElement('span');
          text.className = 'file-size';
          text.textContent = sizeText(size);
          about.append(' · ', text);
        }
      });
    }
  });
  for (const card of cards) observer.observe(card);
  return () => {
    ended = true;
    observer.disconnect();
  };
}
