// Options of the addresses of channels. Pure, and apart from the index: only a dialog of the web client needs them.

/**
 * What may follow the local part of an address, each after a dot, in any order; the letters are short forms. The message begins with who
 * sent the mail; quotations, and what follows the signature's separator, stay in it; it is made from the HTML of the mail.
 */
export const MAIL_OPTIONS = {
  'show-sender': 's',
  'include-quotes': 'q',
  'include-footers': 'f',
  'prefer-html': 'h',
} as const;
export type MailOption = keyof typeof MAIL_OPTIONS;

/** Bytes of the part before the at sign that mail servers pass on (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL_PART = 64;

/** An address with options: by their names, or by their short forms if they would make it too long. */
export function withMailOptions(address: string, options: readonly MailOption[]): string {
  const at = address.lastIndexOf('@');
  const spelled = (names: readonly string[]) => [address.slice(0, at), ...names].join('.');
  const long = spelled(options);
  const local = long.length <= MAX_LOCAL_PART ? long : spelled(options.map((option) => MAIL_OPTIONS[option]));
  return local + address.slice(at);
}
