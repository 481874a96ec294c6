// Which texts a database keeps as they are.

/** False with a null byte, which PostgreSQL refuses, and with half of a pair of surrogates, all of which are stored alike. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
