// One of several choices, each with a sentence on what it means.

interface RadioChoicesProps<Value extends string> {
  /** Shared by the choices of a form. */
  readonly name: string;
  readonly label: string;
  /** Value, label and hint. */
  readonly choices: readonly (readonly [value: Value, label: string, hint: string])[];
  readonly chosen: NoInfer<Value>;
  choose(value: NoInfer<Value>): void;
}

export function RadioChoices<Value extends string>({ name, label, choices, chosen, choose }: RadioChoicesProps<Value>) {
  return (
    <div className="setting" role="radiogroup" aria-label={label}>
      {choices.map(([value, text, hint]) => (
        <label key={value} className="check">
          <input type="radio" name={name} checked={chosen === value} onChange={() => choose(value)} />
          <span>
            {text}
            <span className="setting-hint quiet flag-hint">{hint}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
