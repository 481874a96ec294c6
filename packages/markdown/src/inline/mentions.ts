// Mentions of people, groups, everyone and the topic. Unknown names stay text.
import type { StateInline } from 'markdown-it';
import type { RenderState } from '../render-state.ts';
import { stateOf } from '../render-state.ts';

export const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);
export const TOPIC_WILDCARD = 'topic';

export interface MentionSource {
  kind: 'user' | 'group';
  name: string;
  silent: boolean;
  end: number;
}

/** Allowed before a mention: the beginning, a space, or one of `'"({[/<`. */
const BEFORE = /[\s'"({[/<]/;
const MENTION = /@(_?)(?:\*\*([^*]+)\*\*|\*([^*]+)\*)/y;

export function mentionAt(source: string, at: number): MentionSource | null {
  if (at > 0 && !BEFORE.test(source[at - 1] as string)) return null;
  MENTION.lastIndex = at;
  const match = MENTION.exec(source);
  if (!match) return null;
  const user = match[2];
  const name = user ?? (match[3] as string);
  return { kind: user === undefined ? 'group' : 'user', name, silent: match[1] === '_', end: MENTION.lastIndex };
}

/** `Name|7`, `|7` or `Name`. */
export function splitUserId(written: string): { name: string; id: number | null } {
  const match = /^(.*)\|(\d{1,15})$/s.exec(written);
  return match ? { name: match[1] as string, id: Number(match[2]) } : { name: written, id: null };
}

type Shown = { attributes: [string, string][]; text: string };

function wildcard(found: RenderState, name: string, silent: boolean): Shown | null {
  const suffix = silent ? ' silent' : '';
  const text = silent ? name : `@${name}`;
  if (CHANNEL_WILDCARDS.has(name)) {
    if (!silent) found.stream_wildcard = true;
    return {
      attributes: [
        ['class', `user-mention channel-wildcard-mention${suffix}`],
        ['data-user-id', '*'],
      ],
      text,
    };
  }
  if (name !== TOPIC_WILDCARD) return null;
  if (!silent && found.context.is_channel_message !== false) found.topic_wildcard = true;
  return { attributes: [['class', `topic-mention${suffix}`]], text };
}

function user(found: RenderState, written: string, isSilent: boolean): Shown | null {
  const everyone = wildcard(found, written, isSilent);
  if (everyone) return everyone;
  const { name, id } = splitUserId(written);
  const person = found.context.findUser?.(name, id);
  if (!person) return null;
  const silent = isSilent || person.can_notify === false;
  if (!silent) found.user_ids.add(person.id);
  const attributes: [string, string][] = [
    ['class', silent ? 'user-mention silent' : 'user-mention'],
    ['data-user-id', String(person.id)],
  ];
  return { attributes, text: silent ? person.full_name : `@${person.full_name}` };
}

/** [MD46] A group that the sender may not mention becomes a silent mention. */
function group(found: RenderState, written: string, isSilent: boolean): Shown | null {
  const target = found.context.findGroup?.(written);
  if (!target) return null;
  const silent = isSilent || !target.can_mention;
  if (!silent) found.group_ids.add(target.id);
  const attributes: [string, string][] = [
    ['class', silent ? 'user-group-mention silent' : 'user-group-mention'],
    ['data-user-group-id', String(target.id)],
  ];
  return { attributes, text: silent ? target.name : `@${target.name}` };
}

/** [MD45] `@**name**`, `@**name|id**`, `@*group*`; `@_` and every quote make a mention silent. */
export function mention(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x40) return false;
  const source = mentionAt(state.src, state.pos);
  if (!source) return false;
  const found = stateOf(state);
  const silent = source.silent || found.quoted;
  const shown = (source.kind === 'user' ? user : group)(found, source.name, silent);
  if (!shown) return false;
  const token = state.push('element', 'span', 0);
  token.attrs = shown.attributes;
  token.content = shown.text;
  state.pos = source.end;
  return true;
}
