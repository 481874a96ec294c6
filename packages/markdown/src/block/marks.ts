// Characters that stand for parts taken out of a text. They are removed from every source first, so no source can
// contain them.

/** Marks the place of a fenced block in the remaining text; removed from every source, so nobody can forge it. */
export const MARK = '\u0002';
export const MARK_END = '\u0003';
