/** Without accents and capitals: what people type is compared with what they see. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
