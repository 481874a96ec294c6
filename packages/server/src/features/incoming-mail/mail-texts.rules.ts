// What messages made of mail say in the server's words, in the languages of the web client. Pure. [IC10]

export interface MailTexts {
  readonly no_body: string;
  /** The topic of a mail without a subject, where the empty topic is not allowed. */
  readonly no_subject: string;
  readonly from: (who: string) => string;
  readonly truncated: string;
  readonly refused: (names: string) => string;
  readonly left_out: (count: number) => string;
}

const ENGLISH: MailTexts = {
  no_body: '(no email body)',
  no_subject: '(no subject)',
  from: (who) => `**From:** ${who}`,
  truncated: '[email truncated]',
  refused: (names) => `Not attached, because there is no space left: ${names}`,
  left_out: (count) => (count === 1 ? 'One more file was left out.' : `${count} more files were left out.`),
};

const GERMAN: MailTexts = {
  no_body: '(kein Text in der E-Mail)',
  no_subject: '(kein Betreff)',
  from: (who) => `**Von:** ${who}`,
  truncated: '[E-Mail gekürzt]',
  refused: (names) => `Nicht angehängt, weil der Platz nicht reicht: ${names}`,
  left_out: (count) => (count === 1 ? 'Eine weitere Datei fehlt hier.' : `${count} weitere Dateien fehlen hier.`),
};

const FRENCH: MailTexts = {
  no_body: '(aucun texte dans l’e-mail)',
  no_subject: '(sans objet)',
  from: (who) => `**De\u202f:** ${who}`,
  truncated: '[e-mail tronqué]',
  refused: (names) => `Non joint, faute de place\u202f: ${names}`,
  left_out: (count) => (count === 1 ? 'Un autre fichier a été omis.' : `${count} autres fichiers ont été omis.`),
};

/** English for languages that are not among them. */
export function mailTexts(language: string): MailTexts {
  const [base] = language.split('-');
  return base === 'de' ? GERMAN : base === 'fr' ? FRENCH : ENGLISH;
}
