// Generated parts of documents: what stands between two markers, the first of which names the command that writes it.

/** The text with other content between its markers. */
export function withMarked(text, { name, command }, content) {
  const [begin, end] = [`<!-- ${name}: written by \`${command}\` -->`, `<!-- /${name} -->`];
  const [before, rest, ...more] = text.split(begin);
  const [old, after, ...others] = rest?.split(end) ?? [];
  if (old === undefined || after === undefined || more.length + others.length > 0)
    throw new Error(`the text must have ${begin} and ${end} once`);
  return `${before}${begin}\n\n${content.trim()}\n\n${end}${after}`;
}
