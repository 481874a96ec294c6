// Whether the message may be sent, and sending it.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { directObstacle, sendingObstacle } from '../../domain/channels/sending-obstacle.ts';
import type { AttachedFile } from '../../domain/files/attached-files.ts';
import type { Conversation } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findChannel } from '../../model/state/state.ts';
import { checkWildcard, type WildcardCheck } from './warnings.ts';

interface Written {
  readonly content: string;
  /** The number of characters over the limit, if positive. */
  readonly excess: number;
  readonly attached: readonly AttachedFile[];
}

/** What prevents sending: an obstacle is shown above the field, a hindrance beside it; `reason` is any. */
export function useHindrance(target: Conversation, is_to_somebody: boolean, { content, excess, attached }: Written) {
  const obstacle = useAppState((state) =>
    target.kind === 'direct'
      ? directObstacle(state, target.user_ids)
      : target.channel_id > 0
        ? sendingObstacle(state, target)
        : null,
  );
  const hindrance = useAppState((state): string | null => {
    if (obstacle) return t(obstacle);
    if (!is_to_somebody) return t('send_needs_people');
    if (target.kind === 'topic' && !findChannel(state, target.channel_id)) return t('send_needs_channel');
    if (attached.some(({ status }) => status === 'uploading')) return t('send_waits_for_uploads');
    return attached.some(({ status }) => status === 'failed') ? t('send_has_failed_files') : null;
  });
  const reason =
    hindrance ?? (excess > 0 ? t('too_long', { count: excess }) : content.trim() === '' ? t('send_needs_text') : null);
  return { obstacle, hindrance, reason };
}

/** Sends the message unless something prevents it; asks for confirmation before mentioning many people. */
export function useSending(
  target: Conversation,
  text: string,
  content: string,
  reason: string | null,
  sent: () => void,
) {
  const engine = useEngine();
  const [unconfirmed, setUnconfirmed] = useState<WildcardCheck | null>(null);
  const send = (anyway = false) => {
    if (reason !== null) return;
    const check = checkWildcard(engine.state.get(), text, target.kind === 'topic' ? target.channel_id : null);
    if (check && !anyway) return setUnconfirmed(check);
    engine.outbox.send(target, content);
    sent();
  };
  return { unconfirmed, send, dismiss: () => setUnconfirmed(null) };
}
