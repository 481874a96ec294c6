// The pictures of a message, parsed from its HTML: displayed size, thumbnail, order. Pure.

/** Maximum size of a picture in a message, in CSS pixels. */
const MAX_WIDTH = 384;
const MAX_HEIGHT = 288;
/** Displayed size while the real one is unknown. */
const UNKNOWN = { width: 256, height: 192 };
/** Minimum width, so that narrow pictures can be clicked. */
const MIN_SIDE = 48;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  /** The address of the original. */
  readonly file: string;
  /** The thumbnail; null until the server has made one. */
  readonly thumbnail: string | null;
  /** Name of the largest format that every browser shows, if that is not the file itself. */
  readonly transcoded: string | null;
  readonly title: string;
  readonly size: Size | null;
  readonly animated: boolean;
}

const UPLOAD = /^\/user_uploads\/(?!thumbnail\/)\d+\/.+/;
const THUMBNAIL = /^\/user_uploads\/thumbnail\/\d+\/.+\/[^/]+$/;

export function readSize(dimensions: string | null | undefined): Size | null {
  const [width, height] = (dimensions ?? '').split('x').map(Number);
  return width && height && width > 0 && height > 0 ? { width, height } : null;
}

/** The displayed size, known before the picture loads, so that nothing moves. */
/** Larger where the organization wants previews larger, which it says in percent. */
export function shownSize(size: Size | null, percent = 100): Size {
  const factor = percent / 100;
  if (!size) return { width: UNKNOWN.width * factor, height: UNKNOWN.height * factor };
  const scale = Math.min(1, (MAX_WIDTH * factor) / size.width, (MAX_HEIGHT * factor) / size.height);
  return {
    width: Math.max(MIN_SIDE, Math.round(size.width * scale)),
    height: Math.max(MIN_SIDE, Math.round(size.height * scale)),
  };
}

/** Height of the pictures of one row, and how wide each may be. */
const ROW = { height: 180, narrowest: 90, widest: 320 };

/** The displayed size of one of several pictures: all are as high, what does not fit is cut off. */
export function rowSize(size: Size | null, percent = 100): Size {
  const factor = percent / 100;
  const { width, height } = size ?? UNKNOWN;
  const width_at_row_height = (ROW.height * width) / height;
  return {
    width: Math.round(Math.min(ROW.widest, Math.max(ROW.narrowest, width_at_row_height)) * factor),
    height: Math.round(ROW.height * factor),
  };
}

export interface ThumbnailFormat {
  readonly name: string;
  readonly animated: boolean;
}

/** The other form of an animated thumbnail: still or animated. */
export function thumbnailIn(thumbnail: string, animated: boolean, formats: readonly ThumbnailFormat[]): string {
  const name = formats.find((format) => format.animated === animated)?.name;
  return name ? thumbnail.replace(/[^/]+$/, name) : thumbnail;
}

export function fullAddress({ file, transcoded }: Picture): string {
  return transcoded ? `${file.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${transcoded}` : file;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!);

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, value] of tag.matchAll(/\s([a-z][\w-]*)(?:="([^"]*)")?/g)) found.set(name!, plain(value ?? ''));
  return found;
}

export const fileName = (address: string): string => {
  const name = address.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** In message order, without pictures of other sites and links that only look like pictures. */
export function picturesOf(html: string): Picture[] {
  const found: Picture[] = [];
  let link: ReadonlyMap<string, string> = new Map();
  for (const [tag] of html.matchAll(/<(?:a|img)\s[^>]*>|<\/a>/g)) {
    if (tag === '</a>') link = new Map();
    else if (tag.startsWith('<a')) link = attributesOf(tag);
    else {
      const image = attributesOf(tag);
      if (!image.has('data-original-content-type')) continue;
      const file = image.get('data-original-src') ?? link.get('href') ?? '';
      if (!UPLOAD.test(file)) continue;
      const src = image.get('src') ?? '';
      found.push({
        file,
        thumbnail: THUMBNAIL.test(src) ? src : null,
        transcoded: image.get('data-transcoded-image') ?? null,
        title: image.get('alt') || link.get('title') || fileName(file),
        size: readSize(image.get('data-original-dimensions')),
        animated: image.get('data-animated') === 'true',
      });
    }
  }
  return found;
}
