// Pictures and videos of other sites, which messages link to and the server proxies.

const SHOWN = '.message_inline_image:has([src^="/external_content/"])';

/** Removes them from a message; a link to each stays. */
export function removeForeignMedia(root: HTMLElement): void {
  for (const block of root.querySelectorAll<HTMLElement>(SHOWN)) replaceByLink(root, block);
}

/** The same for one that can't be loaded, because its site is gone or unreachable for the server. */
export function removeBrokenMedia(root: HTMLElement): void {
  root.addEventListener(
    'error',
    ({ target }) => {
      const block = target instanceof HTMLElement && target.closest<HTMLElement>(SHOWN);
      if (block) replaceByLink(root, block);
    },
    { capture: true },
  );
}

function replaceByLink(root: HTMLElement, block: HTMLElement): void {
  const link = block.querySelector('a');
  block.remove();
  const href = link?.getAttribute('href');
  if (!link || !href) return;
  const is_linked = Array.from(root.querySelectorAll('a')).some((element) => element.getAttribute('href') === href);
  if (is_linked) return;
  link.textContent = href;
  const line = document.createElement('p');
  line.append(link);
  root.append(line);
}
