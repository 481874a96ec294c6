// Which notices of resolved topics are marked as read on arrival, by the reader's setting. Pure.
import type { State } from '../state/state.ts';
import { policyOf } from './topic-policy.ts';

const FOLLOWED = 3;
/** The server writes them in English in every language. */
const NOTICE = /marked this topic as (?:un)?resolved\.\s*(?:<\/p>\s*)?$/;

type ReaderState = Pick<State, 'user_settings' | 'user_topics' | 'cross_realm_bots'>;

interface Notice {
  readonly sender_id: number;
  readonly stream_id?: number | undefined;
  readonly subject: string;
  readonly content: string;
}

export function isReadAsItComes({ sender_id, stream_id, subject, content }: Notice, state: ReaderState): boolean {
  const policy = state.user_settings.resolved_topic_notice_auto_read_policy;
  if (policy === 'never' || stream_id === undefined) return false;
  if (!NOTICE.test(content) || !state.cross_realm_bots.some(({ user_id }) => user_id === sender_id)) return false;
  return policy === 'always' || policyOf(state, stream_id, subject) !== FOLLOWED;
}
