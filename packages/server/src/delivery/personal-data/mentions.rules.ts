// Replaces the name of a person in mentions of them; everything else of a message stays as it was written. Pure. [PD9]
import { DELETED_USER_NAME, type UserId } from '@stoa/contract';

export interface MentioningText {
  readonly content: string;
  readonly rendered_content: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Names as they were written, from text of HTML. */
const plainText = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!);

/** Attribute in the HTML of messages that mention the account. */
export const mentionMark = (user_id: UserId): string => `data-user-id="${user_id}"`;

export function withoutName({ content, rendered_content }: MentioningText, user_id: UserId): MentioningText {
  const names = new Set<string>();
  const span = new RegExp(`(<span [^>]*${mentionMark(user_id)}[^>]*>)(@?)([^<]*)(?=</span>)`, 'g');
  const rendered = rendered_content.replace(span, (_, tag: string, at: string, name: string) => {
    names.add(plainText(name).toLowerCase());
    return `${tag}${at}${DELETED_USER_NAME}`;
  });
  const mention = `${DELETED_USER_NAME}|${user_id}`;
  const source = content.replace(/@(_?)\*\*([^*\n]+)\*\*/g, (whole, silent: string, written: string) => {
    const [, name, id] = /^(.*?)(?:\|(\d{1,15}))?$/.exec(written)!;
    const is_meant = id === undefined ? names.has(name!.toLowerCase()) : Number(id) === user_id;
    return is_meant ? `@${silent}**${mention}**` : whole;
  });
  return { content: source, rendered_content: rendered };
}
