// The type of a catalogue. `{name}` is a placeholder; a text that depends on a number has a form for each plural category of
// the language.
export type Text = string | ({ readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/** The same keys in another language, none missing and none extra. */
export type Translation<English> = Readonly<Record<keyof English, Text>>;
