// The shortcuts of the installed client, in its languages; the client's own words for the same places.
import { wishesIn } from '../kit/text/language-tags.ts';

const TEXTS = {
  en: { compose: 'New message', inbox: 'Inbox', search: 'Search' },
  de: { compose: 'Neue Nachricht', inbox: 'Posteingang', search: 'Suche' },
  fr: { compose: 'Nouveau message', inbox: 'Boîte de réception', search: 'Rechercher' },
} as const;

type Tag = keyof typeof TEXTS;

/** The first language that the browser wants and the client has, in any of its regions; else the organization's, else English. */
export function manifestTexts(accept_language: string, organization: string) {
  const lang =
    [...wishesIn(accept_language), organization]
      .map((tag) => tag.split('-')[0]!)
      .find((tag): tag is Tag => Object.hasOwn(TEXTS, tag)) ?? 'en';
  return { lang, ...TEXTS[lang] };
}
