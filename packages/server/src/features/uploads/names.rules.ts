// Names and types of uploaded files, derived from whatever clients declare. Pure.

/** In code points. */
const NAME_MAX = 250;
/** Length of one URL segment in bytes: file systems allow 255. */
const SEGMENT_BYTES = 120;
const NAMELESS = 'uploaded-file';

/** Control characters and those that change text direction: a name must read as it is. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The display name: the last part of the given path. [UP3] */
export function displayName(input: string): string {
  const last = input.toWellFormed().split(/[/\\]/).at(-1)!;
  const name = Array.from(last.replace(UNSEEN, '').trim()).slice(0, NAME_MAX).join('').trim();
  return /^\.*$/.test(name) ? NAMELESS : name;
}

/** The name in the URL: letters, digits, dots, dashes and underscores. [UP3] */
export function addressName(display_name: string): string {
  const plain = display_name
    .normalize('NFKC')
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : '';
  const stem = cut(plain.slice(0, plain.length - ending.length), SEGMENT_BYTES - Buffer.byteLength(ending));
  return stem === '' ? NAMELESS : stem + ending;
}

function cut(text: string, bytes: number): string {
  let stem = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    stem += character;
  }
  return stem;
}

const TYPES_BY_ENDING: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  csv: 'text/csv',
  flac: 'audio/flac',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
  zip: 'application/zip',
};
const ANYTHING = 'application/octet-stream';
const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

/** Types that forms send for files of unknown type. */
const UNKNOWING: ReadonlySet<string> = new Set([ANYTHING, 'text/plain']);

/** The declared type without parameters; otherwise derived from the file extension. [UP4] */
export function contentType(declared: string, name: string): string {
  const type = declared.split(';')[0]!.trim().toLowerCase();
  const is_type = TYPE.test(type);
  if (is_type && !UNKNOWING.has(type)) return type;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (Object.hasOwn(TYPES_BY_ENDING, ending)) return TYPES_BY_ENDING[ending]!;
  return is_type ? type : ANYTHING;
}
