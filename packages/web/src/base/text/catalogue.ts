// The compiled form of texts, which the browser gets. `{name}` is a placeholder.
export type Text = string | Forms | Choice;

/** Forms for the plural categories of `count`; `=0` and the like are exact numbers. */
export interface Forms {
  readonly [form: string]: Text;
  readonly other: Text;
}

/** Forms for a plural of another argument, or for values of an argument. */
export type Choice = readonly [argument: string, kind: 'plural' | 'select', forms: Forms];

/** A catalogue as the browser gets it: a text for each key. */
export type Compiled<Messages> = Readonly<Record<MessageKey<Messages>, Text>>;

/** The keys of a catalogue file; what begins with `@` describes messages to translators. */
export type MessageKey<Messages> = Exclude<keyof Messages, `@${string}`>;
