// The languages that browsers, identity providers and directories name, as accounts have them. Pure.
import { LanguageCode } from '@stoa/contract';

/** Browsers name few; of a longer list, the first ones count. */
const WISHES_MAX = 20;
/** In UTF-16 units. */
const TEXT_MAX = 1000;

/** The tags of an `Accept-Language` header, in lower case, the most wanted first. */
export function wishesIn(header: string): string[] {
  return header
    .slice(0, TEXT_MAX)
    .split(',', WISHES_MAX)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((value) => value !== undefined);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

const TRADITIONAL = /^zh\b.*-(?:hant|tw|hk|mo)\b/;

/** A tag of RFC 5646, or a locale of POSIX: `de-CH`, `de_CH.UTF-8`. */
function codesOf(tag: string): string[] {
  const exact = tag.replace(/[.@].*$/, '').replaceAll('_', '-');
  const [language = ''] = exact.split('-');
  if (language === 'zh') return [TRADITIONAL.test(exact) ? 'zh-hant' : 'zh-hans'];
  // Either form of Norwegian, and the tag of both.
  if (language === 'no' || language === 'nn') return ['nb'];
  return [exact, language];
}

/**
 * The first language of a text that accounts may have, in any of its regions. The text has the form of an `Accept-Language` header, as
 * browsers, SCIM and directories (`preferredLanguage`) have it, or is a single tag.
 */
export function languageOf(text: unknown): LanguageCode | undefined {
  if (typeof text !== 'string') return undefined;
  return wishesIn(text)
    .flatMap(codesOf)
    .map((code) => LanguageCode.safeParse(code).data)
    .find((code) => code !== undefined);
}
