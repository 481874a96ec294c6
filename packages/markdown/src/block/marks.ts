// The characters that stand for what was taken out of a text. No source can hold them: they are removed first.

/** Marks the place of a fenced block in the remaining text; removed from every source, so nobody can forge it. */
export const MARK = '\u0002';
export const MARK_END = '\u0003';
