// What a catalogue of texts is. `{name}` is filled in; a text that depends on a number has a form for each of the language's
// plural categories.
export type Text = string | ({ readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/** The same texts in another language: none missing, none too many. */
export type Translation<English> = Readonly<Record<keyof English, Text>>;
