/** Removes accents and lowercases, for comparing typed text with names. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
