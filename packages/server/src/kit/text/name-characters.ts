// Names: when two are equal, and which characters none may have: those that break a line, and those that make one name look
// like another. Pure.

/** Control, line separators, halves of pairs and unassigned characters. */
const BROKEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cn}]/u;
/** Bidirectional controls, invisible characters, and blanks that count as letters or symbols. */
const DECEPTIVE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** Scripts in which joiners select between visibly different forms. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mandaic',
  'Nko',
  'Mongolian',
  'Phags_Pa',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
]
  .concat([
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Myanmar',
    'Khmer',
    'Tibetan',
    'Javanese',
    'Balinese',
  ])
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const VIRAMAS = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039';

/** Invisible characters required by their script or emoji; each alternative looks behind at the preceding character. */
const LEGITIMATE = new RegExp(
  [
    // Joiners within a word of such a script, and after the sign that drops a vowel.
    `(?<=[${JOINING}]\\p{M}*)[\\u200c\\u200d](?=[${JOINING}])`,
    `(?<=[${VIRAMAS}])[\\u200c\\u200d]`,
    // Combined emoji, emoji presentation, keycaps, and flags of regions.
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=[\\p{Extended_Pictographic}\\p{S}\\p{Po}])[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
    // Variation selectors.
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=[\\p{Script=Mongolian}])[\\u180b-\\u180d\\u180f]',
    '(?<=[\\p{Script=Myanmar}])\\ufe00',
    // Visible signs that Unicode counts as formatting.
    '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]',
  ].join('|'),
  'gu',
);

/** True if a name has a character that would break its line or make it look like another name. [US27] */
export function hasUnusableCharacter(name: string): boolean {
  return BROKEN.test(name) || DECEPTIVE.test(name.replace(LEGITIMATE, ''));
}

/** A name as stored. */
export function normalizeName(input: string): string {
  return input.trim().normalize('NFC');
}

/** The form that equal names share. [CH3] [GR6] [FO4] */
export function nameKey(name: string): string {
  return normalizeName(name).toLowerCase();
}

/** Format characters may join visible ones, as in emoji, but a name must not consist of them alone. */
export function isInvisible(name: string): boolean {
  return !/[^\p{Cf}\p{Zs}\p{Mn}]/u.test(name);
}
