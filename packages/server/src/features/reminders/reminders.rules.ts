// Validation and text of reminders. Pure.
import { MAX_MESSAGE_LENGTH, MAX_REMINDER_NOTE_LENGTH, Refused } from '@stoa/contract';

/** [RM3] */
export function checkNote(input: string): string {
  const note = input.trim();
  if ([...note].length > MAX_REMINDER_NOTE_LENGTH)
    throw Refused('reminder_note_long', { count: MAX_REMINDER_NOTE_LENGTH });
  return note;
}

export interface Target {
  readonly sender: { readonly user_id: number; readonly full_name: string };
  /** The root URL of the organization and the path of the message in its web client. */
  readonly link: string;
  readonly content: string;
}

/** Markdown; `target` is null if the message can no longer be read. [RM4] */
export function reminderContent(target: Target | null, note: string): string {
  const head = target
    ? `You asked to be reminded of [this message](${target.link}).`
    : 'You asked to be reminded of a message that you can no longer read.';
  const noted = note === '' ? '' : `\n\nYour note:\n${quoted(note)}`;
  if (!target) return head + noted;
  const { full_name, user_id } = target.sender;
  const intro = `${head}${noted}\n\n@_**${full_name}|${user_id}** said:\n`;
  const room = MAX_MESSAGE_LENGTH - [...intro].length - 100;
  const characters = [...target.content];
  const text = characters.length > room ? `${characters.slice(0, room).join('')}\n…` : target.content;
  return intro + quoted(text);
}

/** A quote block that no line of the text can close. */
function quoted(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(Math.min(longest + 1, 50));
  return `${fence}quote\n${text}\n${fence}`;
}
