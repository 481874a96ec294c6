// The text of an empty message list. Pure.

import type { TextKey } from '../../base/text/text.ts';
import { isConversation, type View } from '../../base/views/view.ts';
import type { State } from '../../model/state/state.ts';
import { directObstacle, sendingObstacle } from '../channels/sending-obstacle.ts';

/** Invites to write the first message only if the reader may, and says how others come here. */
export function emptyText(state: State, view: View): TextKey {
  if (view.kind === 'search') return 'nothing_found';
  if (view.kind === 'channel')
    return sendingObstacle(state, { channel_id: view.channel_id, topic: '', is_new: true }) === null
      ? 'nothing_here_channel'
      : 'nothing_here';
  if (view.kind === 'starred' || view.kind === 'mentions') return `nothing_here_${view.kind}`;
  if (!isConversation(view)) return 'nothing_here';
  const obstacle =
    view.kind === 'topic'
      ? sendingObstacle(state, { channel_id: view.channel_id, topic: view.topic, is_new: true })
      : directObstacle(state, view.user_ids);
  return obstacle === null ? 'nothing_here_conversation' : 'nothing_here';
}

/** The first word that looks like an operator of a search and is none; addresses and times do not. [WB996] */
export function unknownOperator(view: View): string | null {
  if (view.kind !== 'search') return null;
  const words = view.terms.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand));
  return /(?:^|\s)-?([a-z-]{2,}):(?![/\s]|$)/i.exec(words.join(' '))?.[1] ?? null;
}

/** Operators that limit a search to a place, or to messages that the reader received. */
const LIMITS: ReadonlySet<string> = new Set(['channel', 'channels', 'dm', 'dm-including', 'is', 'in', 'id', 'with']);

/**
 * The same search in all public channels, also in what was written there before the reader came; null where the search says
 * where to look. [WB1048]
 */
export function inPublicChannels(view: Extract<View, { kind: 'search' }>): View | null {
  if (view.terms.some(({ operator }) => LIMITS.has(operator))) return null;
  return { ...view, terms: [{ operator: 'channels', operand: 'public', negated: false }, ...view.terms] };
}
