// Previews of linked pages as cards: the site, a picture from the server's proxy, a button that collapses the card.
import { t } from '../../base/text/text.ts';

const PICTURE_SIDE = 80;
/** The proxy's addresses; the server's HTML is not trusted. */
const PROXIED = /^\/external_content\/[\da-f]{40}\/[\da-f]+$/;
const STYLED = /(<a class="message_embed_image" href="[^"]*") style="background-image: url\(&quot;([^"&]*)&quot;\)"/g;

/** The server names pictures of previews in styles, which the page's policy forbids. */
export const picturesFromStyles = (html: string): string =>
  html.includes('message_embed_image') ? html.replace(STYLED, '$1 data-picture="$2"') : html;

/** Collapsed until the page is closed, by message and address. */
const collapsed = new Set<string>();

/** The host as people name it; null where the link leads to no site. */
export function siteOf(href: string): string | null {
  const url = URL.parse(href);
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url.host.replace(/^www\./, '') : null;
}

function addPicture(link: HTMLAnchorElement): void {
  const source = link.dataset.picture ?? '';
  if (!PROXIED.test(source)) {
    link.remove();
    return;
  }
  // The title leads to the same page.
  link.tabIndex = -1;
  link.setAttribute('aria-hidden', 'true');
  const image = document.createElement('img');
  image.width = PICTURE_SIDE;
  image.height = PICTURE_SIDE;
  image.alt = '';
  image.decoding = 'async';
  image.addEventListener('error', () => link.remove());
  image.src = source;
  link.append(image);
}

function addToggle(card: HTMLElement, title: string, key: string): void {
  const toggle = document.createElement('button');
  toggle.type = 'button';
  toggle.className = 'link-card-toggle';
  const label = document.createElement('span');
  label.className = 'hidden-text';
  toggle.append(label);
  const draw = () => {
    const is_collapsed = collapsed.has(key);
    card.classList.toggle('collapsed', is_collapsed);
    label.textContent = t('preview_of', { title });
    toggle.setAttribute('aria-expanded', String(!is_collapsed));
    toggle.title = t(is_collapsed ? 'expand_preview' : 'collapse_preview');
  };
  toggle.addEventListener('click', () => {
    if (!collapsed.delete(key)) collapsed.add(key);
    draw();
  });
  draw();
  card.append(toggle);
}

/** Without `shown` previews are taken out of the message. */
export function addLinkCards(root: HTMLElement, shown: boolean, message_id: number | null): void {
  for (const card of root.querySelectorAll<HTMLElement>('.message_embed')) {
    if (card.querySelector('.link-card-toggle')) continue;
    const link = card.querySelector<HTMLAnchorElement>('.message_embed_title a');
    const site = siteOf(link?.getAttribute('href') ?? '');
    if (!shown || !link || site === null) {
      card.remove();
      continue;
    }
    const picture = card.querySelector<HTMLAnchorElement>('a.message_embed_image');
    if (picture) addPicture(picture);
    const place = document.createElement('div');
    place.className = 'link-card-site';
    place.textContent = site;
    link.closest('.message_embed_title')!.before(place);
    addToggle(card, link.textContent ?? '', `${message_id} ${link.href}`);
  }
}
