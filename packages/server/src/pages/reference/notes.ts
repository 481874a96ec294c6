// Notes on parameters that the schemas lack, and an example of each call with its response: recorded by `npm run reference`.
import recorded from './reference.json' with { type: 'json' };

export interface Recorded {
  /** The comments that the contract has on parameters. */
  readonly notes: Readonly<Record<string, string>>;
  /** Parameters of a call that was made. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The response to the call; long lists are cut. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Parameters that mean the same wherever they are, unless the contract says more. */
const COMMON: Readonly<Record<string, string>> = {
  message_id: 'The message.',
  stream_id: 'The channel.',
  user_id: 'The account.',
  user_group_id: 'The user group.',
  bot_id: 'The account of the bot.',
  draft_id: 'The draft.',
  field_id: 'The profile field.',
  filter_id: 'The linkifier.',
  playground_id: 'The playground.',
  invite_id: 'The invitation.',
  reminder_id: 'The reminder.',
  scheduled_message_id: 'The scheduled message.',
  saved_snippet_id: 'The saved snippet.',
  attachment_id: 'The file.',
  session_id: 'The session.',
  token_id: 'The access token.',
  export_id: 'The export.',
  narrow: 'Only messages that match all of these terms.',
  num_before: 'How many messages before the anchor.',
  num_after: 'How many messages after the anchor.',
  include_anchor: 'Whether the message at the anchor is included.',
  anchor: 'An id, or `newest`, `oldest`, `first_unread`.',
  topic: 'The topic.',
  topic_name: 'The topic.',
  content: 'Markdown.',
  email: 'The email address of the account.',
  emoji_name: 'The name of the emoji, without colons.',
  emoji_code: 'The code of the emoji; names it exactly.',
  reaction_type: 'Which kind of emoji `emoji_code` names.',
  apply_markdown: 'With true, contents are HTML; with false, Markdown.',
  client_gravatar: 'With true, avatars that clients can compute are null.',
};

const all = recorded as Readonly<Record<string, Recorded | undefined>>;

export function recordedCall(name: string): Recorded | null {
  return all[name] ?? null;
}

export function parameterNote(call: string, name: string): string {
  return recordedCall(call)?.notes[name] ?? COMMON[name] ?? '';
}
