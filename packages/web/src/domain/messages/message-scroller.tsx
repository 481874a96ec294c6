// The scrolling list of a view: positions it, keeps the position, and tracks what was seen.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { notify } from '../../base/ui/notices.ts';
import { isLookedAt, watchReturns } from '../../base/views/attention.ts';
import type { Visit } from '../../base/views/history-entry.ts';
import { isConversation, type View } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { editingMessage, selectedMessage } from '../../model/state/screen.ts';
import { Announcements } from './announcements.tsx';
import { copyMessages } from './copy-messages.ts';
import { EmptyList } from './empty-list.tsx';
import { JumpPill } from './jump-pill.tsx';
import { ListPosition } from './list-position.ts';
import { RowContent } from './row-content.tsx';
import type { Row } from './rows.ts';
import { seenIn } from './rows-in-view.ts';
import { useAbsence } from './use-absence.ts';
import { useEditedMessage } from './use-edited-message.ts';
import { useHeldRow } from './use-held-row.ts';
import { useOpening, useOwnSends, useReveal, useSavedPlace } from './use-position.ts';
import { useRows } from './use-rows.ts';

/** More is fetched when an end is within this many pixels. */
const NEAR_END_PX = 1200;
/** The jump to the newest message appears at this distance from the end. */
const AWAY_PX = 100;
/** Values of the setting that marks messages as read while reading. */
const READ_ALWAYS = 1;
const READ_IN_CONVERSATIONS = 2;

interface Props {
  readonly route: Visit;
  readonly list: MessageList;
  /** There is no such message as the link names, or none that the reader may know of. */
  readonly is_gone: boolean;
}

export function MessageScroller({ route, list, is_gone }: Props) {
  const engine = useEngine();
  const { view } = route;
  const { found_oldest, found_newest, prepended } = useCell(list.cell);
  const { messages, rows } = useRows(list, view);
  const is_offline = useCell(engine.connection) === 'away';
  const selected = useCell(selectedMessage);
  const editing = useCell(editingMessage);
  useEditedMessage(editing, view);
  const element = useRef<HTMLElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const top = useRef<HTMLDivElement>(null);
  const { position, look, away, last_seen } = useWatching(list, view, element, virtual);
  useHeldRow(rows, prepended, element, position);
  const target = useOpening(route, list, rows, position);
  useReveal(selected, rows, route, element, position);
  useOwnSends(view, list, position);
  useSavedPlace(route, element, position);

  useAbsence(list, rows, element, position);
  useFollowing(rows, look, position);
  const has_rows = rows.length > 0;
  useEffect(() => {
    if (is_gone && has_rows) notify(t('linked_message_gone'));
  }, [is_gone, has_rows]);

  const toEnd = () => {
    if (list.cell.get().found_newest) position.current?.toEnd();
    else void engine.showNewest(list).then((shown) => shown || notify(t('later_offline')));
  };
  if (!has_rows) return <EmptyList view={view} list={list} is_gone={is_gone} />;
  const is_fresh = ({ id, sender_id }: StoredMessage) => id > last_seen.current && sender_id !== engine.own_id;
  const fresh = away && found_newest ? messages.filter(is_fresh).length : 0;
  return (
    <div className="message-frame">
      <section
        ref={element}
        className="message-scroller"
        data-message-list
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        tabIndex={0}
        aria-label={t('messages')}
        onCopy={({ nativeEvent, currentTarget }) => copyMessages(nativeEvent, currentTarget)}
      >
        <div ref={top} className="message-top">
          {!found_oldest && <span className="quiet">{t(is_offline ? 'earlier_offline' : 'loading')}</span>}
        </div>
        <Virtualizer
          ref={virtual}
          data={rows as Row[]}
          scrollRef={element}
          startMargin={top.current?.offsetHeight ?? 0}
          shift={prepended}
          bufferSize={600}
          onScrollEnd={look}
        >
          {(row: Row) => (
            <div key={row.key} className={`row row-${row.kind}`}>
              <RowContent
                row={row}
                selected={row.kind === 'message' && row.message.id === selected}
                editing={row.kind === 'message' && row.message.id === editing}
                target={row.kind === 'message' && row.message.id === target}
              />
            </div>
          )}
        </Virtualizer>
        <div className="message-bottom">
          {!found_newest && <span className="quiet">{t(is_offline ? 'later_offline' : 'loading')}</span>}
        </div>
      </section>
      <Announcements view={view} />
      {away && <JumpPill fresh={fresh} jump={toEnd} />}
    </div>
  );
}

/** Observes the scroll position: fetches what comes near and marks what was seen. */
function useWatching(
  list: MessageList,
  view: View,
  element: RefObject<HTMLElement | null>,
  virtual: RefObject<VirtualizerHandle | null>,
) {
  const engine = useEngine();
  const [away, setAway] = useState(false);
  /** The newest message anywhere when the list was opened, or of the list when the reader was last at its end. */
  const last_seen = useRef(Math.max(list.cell.get().ids.at(-1) ?? 0, Number(engine.state.get().max_message_id)));
  useEffect(() => engine.reads.resume(), [engine]);
  const marks = useMarks(view);
  const position = useRef<ListPosition>(null);
  const look = useCallback(() => {
    const { current } = position;
    if (!current || !element.current) return;
    const { below_px, above_px } = current.measure();
    const at_newest = list.cell.get().found_newest;
    if (current.following) last_seen.current = list.cell.get().ids.at(-1) ?? 0;
    setAway(below_px > AWAY_PX || !at_newest);
    if (above_px < NEAR_END_PX) void list.older().catch(() => {});
    if (below_px < NEAR_END_PX) void list.newer().catch(() => {});
    if (marks && isLookedAt()) engine.reads.add(seenIn(element.current));
  }, [engine, list, marks, element]);
  const newest_look = useRef(look);
  newest_look.current = look;

  useLayoutEffect(() => {
    if (!element.current || !virtual.current) return;
    const made = new ListPosition(
      element.current,
      virtual.current,
      () => newest_look.current(),
      () => list.cell.get().found_newest,
    );
    position.current = made;
    return made.watch();
  }, [list, element, virtual]);
  return { position, look, away, last_seen };
}

/** Follows new messages before they are drawn, and checks what is visible afterwards. */
function useFollowing(rows: readonly Row[], look: () => void, position: RefObject<ListPosition | null>): void {
  useLayoutEffect(() => {
    if (rows.length > 0 && position.current?.following) position.current.toEnd();
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [rows, look, position]);
  useEffect(() => watchReturns(look), [look]);
}

function useMarks(view: View): boolean {
  const policy = useAppState(({ user_settings }) => user_settings.web_mark_read_on_scroll_policy);
  // Looking at search results marks nothing as read.
  if (view.kind === 'search') return false;
  return policy === READ_ALWAYS || (policy === READ_IN_CONVERSATIONS && isConversation(view));
}
