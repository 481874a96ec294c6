// Tasks and answers of the process that reads mail. Types and limits only.

/** How a text is made of a mail; a mail may go to several addresses with different options. */
export interface BodyOptions {
  readonly quotes: boolean;
  readonly footers: boolean;
  readonly html: boolean;
}

export interface MailTask {
  /** The mail, as it was received. */
  readonly path: string;
  /** The prefix of the names of files with attachments. */
  readonly files: string;
  /** Pictures within a text are links to addresses that begin with it, and end with the number of the attachment. */
  readonly picture_url: string;
  readonly bodies: readonly BodyOptions[];
}

export interface MailAttachment {
  readonly path: string;
  readonly filename: string;
  readonly content_type: string;
  readonly size: number;
}

export interface MailContent {
  /** On one line, without marks of replies. */
  readonly subject: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly message_id: string;
  /** Covers the subject and everything in the mail, but not the way that it took. */
  readonly digest: string;
  readonly is_automatic_reply: boolean;
  /** A chat server of this kind sent it, or it was relayed too often. */
  readonly is_looping: boolean;
  /** In the order of the options that were asked for; cut at BODY_MAX. */
  readonly bodies: readonly string[];
  readonly attachments: readonly MailAttachment[];
  /** Attachments beyond ATTACHMENTS_MAX. */
  readonly left_out: number;
}

/** Why there is no content; of what was not done, another attempt may have some. */
export type MailAnswer = MailContent | 'unreadable' | 'not_done';

/** Where an attachment is written. */
export const attachmentPath = (files: string, at: number): string => `${files}-${at}`;

/** In code points: more than a message can have, so that what reads it sees that it was cut. */
export const BODY_MAX = 12_000;
export const ATTACHMENTS_MAX = 20;
/** In code points. */
export const SUBJECT_MAX = 300;
