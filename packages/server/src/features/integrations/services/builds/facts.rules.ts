// Lists of named facts below a summary, in the messages of build services. Pure.

export type Fact = readonly [name: string, value: string | null | undefined];

/** The summary as a sentence of its own if no fact has a value. The values are Markdown. */
export function withFacts(summary: string, facts: readonly Fact[]): string {
  const rows = facts.flatMap(([name, value]) => (value ? [`* **${name}**: ${value}`] : []));
  return rows.length === 0 ? `${summary}.` : `${summary}:\n${rows.join('\n')}`;
}
