// Whether the message may be sent, and sending it.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { notify } from '../../base/ui/notices.ts';
import { keyOf } from '../../base/views/view.ts';
import { directObstacle, sendingObstacle } from '../../domain/channels/sending-obstacle.ts';
import type { AttachedFile } from '../../domain/files/attached-files.ts';
import type { FieldHandle } from '../../domain/writing/compose-field.tsx';
import type { Conversation } from '../../domain/writing/drafts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { viewName } from '../../model/state/names.ts';
import { findChannel } from '../../model/state/state.ts';
import { checkWildcard, type WildcardCheck } from './warnings.ts';

interface Written {
  readonly text: string;
  /** The text with its files. */
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
  const missing = useAppState((state) => {
    if (obstacle) return obstacle;
    if (!is_to_somebody) return 'send_needs_people';
    if (target.kind === 'topic' && !findChannel(state, target.channel_id)) return 'send_needs_channel';
    if (attached.some(({ status }) => status === 'uploading')) return 'send_waits_for_uploads';
    return attached.some(({ status }) => status === 'failed') ? 'send_has_failed_files' : null;
  });
  const hindrance = missing && t(missing);
  const reason =
    hindrance ?? (excess > 0 ? t('too_long', { count: excess }) : content.trim() === '' ? t('send_needs_text') : null);
  /** Nothing but uploads is missing. */
  const waits = missing === 'send_waits_for_uploads';
  return { obstacle, hindrance, reason, waits };
}

/** Sends the message unless something prevents it; the dialog asks before the writer mentions many people. */
export function useSending(
  target: Conversation,
  { text, content }: Written,
  { reason, waits }: { readonly reason: string | null; readonly waits: boolean },
  field: RefObject<FieldHandle | null>,
  sent: () => void,
) {
  const engine = useEngine();
  const place = keyOf(target);
  /** The message to send as soon as its files are uploaded, unless it is changed before. [WB1024] */
  const [queued, setQueued] = useState<{ readonly text: string; readonly places: readonly string[] } | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<WildcardCheck | null>(null);
  const sendNow = () => {
    if (reason !== null) return;
    engine.outbox.send(target, content);
    sent();
  };
  const send = () => {
    if (waits) return setQueued({ text, places: [place] });
    const channel_id = target.kind === 'topic' ? target.channel_id : null;
    const check = reason === null ? checkWildcard(engine.state.get(), text, channel_id) : null;
    if (check) setUnconfirmed(check);
    else sendNow();
  };
  const newest_send = useRef(send);
  newest_send.current = send;
  useEffect(
    () =>
      engine.lists.whole_moves.subscribe(({ from, to }) => {
        if (!queued?.places.includes(keyOf(from))) return;
        // Within its channel it goes along, once the address has changed; elsewhere others may read it. [WB1041]
        if (from.channel_id === to.channel_id) return setQueued({ ...queued, places: [...queued.places, keyOf(to)] });
        setQueued(null);
        notify(t('unsent_moved', { place: viewName(engine.state.get(), to) }));
      }),
    [engine, queued],
  );
  const is_queued = queued !== null && queued.text === text && queued.places.includes(place);
  const still_queued = useRef(false);
  useEffect(() => {
    still_queued.current = is_queued && waits;
    if (queued === null || (is_queued && waits)) return;
    setQueued(null);
    if (is_queued && reason === null) newest_send.current();
  }, [queued, is_queued, waits, reason]);
  useEffect(
    () => () => {
      if (still_queued.current) notify(t('send_left_as_draft'));
    },
    [],
  );
  const close = () => {
    setUnconfirmed(null);
    requestAnimationFrame(() => field.current?.focus());
  };
  const confirmation = unconfirmed && <WildcardDialog check={unconfirmed} send={sendNow} close={close} />;
  return { send, confirmation, is_queued };
}

interface WildcardDialogProps {
  readonly check: WildcardCheck;
  send(): void;
  close(): void;
}

function WildcardDialog({ check: { forbidden, count }, send, close }: WildcardDialogProps) {
  return (
    <ConfirmDialog
      title={t(forbidden ? 'wildcard_forbidden_title' : 'wildcard_title')}
      lead={t(forbidden ? 'wildcard_forbidden' : 'wildcard_lead', { count })}
      action={t(forbidden ? 'close' : 'send')}
      confirm={() => {
        if (!forbidden) send();
      }}
      close={close}
    />
  );
}
