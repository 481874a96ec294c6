// What a file is, by the ending of its name. Pure.
import type { TextKey } from '../../base/text/text.ts';
import { fileName } from './pictures.ts';

const KINDS: readonly (readonly [TextKey, string])[] = [
  ['file_pdf', 'pdf'],
  ['file_document', 'doc docx odt rtf pages md tex'],
  ['file_text', 'txt log'],
  ['file_table', 'xls xlsx ods csv tsv numbers'],
  ['file_slides', 'ppt pptx odp key'],
  ['file_archive', 'zip gz tgz tar bz2 xz zst 7z rar'],
  ['file_picture', 'png jpg jpeg gif webp avif heic svg bmp tif tiff'],
  ['file_sound', 'mp3 wav flac aac m4a ogg oga opus weba'],
  ['file_video', 'mp4 webm mov mkv avi m4v'],
  [
    'file_code',
    'js ts jsx tsx py rb go rs c h cpp java kt swift cs php sh sql html css json xml yaml yml toml diff patch',
  ],
];
const BY_EXTENSION = new Map(
  KINDS.flatMap(([key, all]) => all.split(' ').map((extension) => [extension, key] as const)),
);
/** Longer endings are names. */
const LONGEST = 5;

/** In capitals; empty if the name has none. */
export function extensionOf(name: string): string {
  const [, ending = ''] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  return ending.length > LONGEST ? '' : ending.toUpperCase();
}

export const kindOf = (address: string): TextKey =>
  BY_EXTENSION.get(extensionOf(fileName(address)).toLowerCase()) ?? 'file_other';

export const isSound = (address: string): boolean => kindOf(address) === 'file_sound';

/** The text says no more than the address does, which keeps only some characters of a name. */
export function isNameOf(text: string, address: string): boolean {
  const plain = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
  return plain(text) === plain(fileName(address));
}
