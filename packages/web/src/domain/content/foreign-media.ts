// Pictures and films of other sites, which messages show by their address through the server.

const SHOWN = '.message_inline_image:has([src^="/external_content/"])';

/** Takes them out of a message; a link to each stays. */
export function removeForeignMedia(root: HTMLElement): void {
  for (const block of root.querySelectorAll<HTMLElement>(SHOWN)) {
    const link = block.querySelector('a');
    block.remove();
    const href = link?.getAttribute('href');
    if (!link || !href) continue;
    const is_linked = Array.from(root.querySelectorAll('a')).some((element) => element.getAttribute('href') === href);
    if (is_linked) continue;
    link.textContent = href;
    const line = document.createElement('p');
    line.append(link);
    root.append(line);
  }
}
