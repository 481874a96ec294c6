// The shortcuts of the installed client, in its languages; the client's own words for the same places.

const TEXTS = {
  en: { compose: 'New message', inbox: 'Inbox', search: 'Search' },
  de: { compose: 'Neue Nachricht', inbox: 'Posteingang', search: 'Suche' },
  fr: { compose: 'Nouveau message', inbox: 'Boîte de réception', search: 'Rechercher' },
} as const;

type Tag = keyof typeof TEXTS;

/** Browsers name few; whoever sends more gets an answer from the first ones. */
const WISHES_MAX = 20;

/** The tags of an `Accept-Language` header, the most wanted first. */
function wishesIn(header: string): string[] {
  return header
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

/** The first language that the browser wants and the client has, in any of its regions; else the organization's, else English. */
export function manifestTexts(accept_language: string, organization: string) {
  const lang =
    [...wishesIn(accept_language), organization]
      .map((tag) => tag.split('-')[0]!)
      .find((tag): tag is Tag => Object.hasOwn(TEXTS, tag)) ?? 'en';
  return { lang, ...TEXTS[lang] };
}
