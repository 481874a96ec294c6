// Inserts a finished thumbnail into the HTML of a message that shows the picture as loading. The HTML is our renderer's, so
// its forms are known; the rest of it is unchanged. Pure.

import type { AttachmentRow } from '../../conversation/attachments/attachments.queries.ts';
import { shownThumbnail, thumbnailUrl, uploadUrl } from '../../conversation/attachments/thumbnails.rules.ts';

/** The renderer's class for pictures without a thumbnail. */
const LOADING = 'image-loading-placeholder';

/** A picture below or inside a paragraph. The renderer escapes `>` and `"` in values. */
const PREVIEW = /<div class="message_inline_image"><a href="([^"]*)"( title="[^"]*")?>(<img [^>]*>)<\/a><\/div>/g;
const INLINE = /<img [^>]*>/g;

/** URLs may be percent-encoded. */
function plain(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const attribute = (tag: string, name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1] ?? null;

function loaded(tag: string, src: string): string {
  const classes = (attribute(tag, 'class') ?? '').split(' ').filter((name) => name !== '' && name !== LOADING);
  return tag
    .replace(/ class="[^"]*"/, classes.length === 0 ? '' : ` class="${classes.join(' ')}"`)
    .replace(/ src="[^"]*"/, ` src="${src}"`);
}

/** The HTML with the picture, or with only a link if it could not be made. [UP16] */
export function withPicture(html: string, row: Pick<AttachmentRow, 'path_id' | 'animated' | 'thumbnail'>): string {
  const url = uploadUrl(row.path_id);
  const src = thumbnailUrl(row.path_id, shownThumbnail(row).name);
  const is_ready = row.thumbnail === 'ready';
  return html
    .replace(PREVIEW, (whole, href: string, title: string | undefined, tag: string) => {
      if (plain(href) !== url || !tag.includes(LOADING)) return whole;
      if (is_ready) return whole.replace(tag, loaded(tag, src));
      // With a title the link is in the text above; without one the preview was all there was.
      return title ? '' : `<p><a href="${href}">${href}</a></p>`;
    })
    .replace(INLINE, (tag) => {
      if (!tag.includes(LOADING) || plain(attribute(tag, 'data-original-src') ?? '') !== url) return tag;
      return is_ready ? loaded(tag, src) : `<a href="${url}">${attribute(tag, 'alt') || url}</a>`;
    });
}
