// A list of messages: opens at the first unread, stays where the reader is while it grows, and marks what was seen as read.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useCell } from '../app/cell.ts';
import { useAppState, useEngine } from '../app/context.ts';
import { editingMessage, selectedMessage } from '../app/ui.ts';
import { t } from '../text/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { ViewerPlace } from '../viewer/viewer-place.tsx';
import { isConversation, type View } from '../views/view.ts';
import { emptyText } from './empty-text.ts';
import { MessageDialogsPlace } from './message-dialogs-place.tsx';
import type { MessageList } from './message-list.ts';
import { MessageRow, OutgoingRow } from './message-row.tsx';
import type { StoredMessage } from './message-store.ts';
import { type Row, rowsOf } from './rows.ts';
import { DateRow, HeadingRow, NewRow } from './separators.tsx';
import { Waiting } from './waiting.tsx';

/** So close to an end, in pixels, more is fetched; so close to the bottom, new messages are followed. */
const NEAR_END_PX = 1200;
const AT_BOTTOM_PX = 60;
/** So long after opening all that is in view has been measured. */
const SETTLE_MS = 500;

/** The settings' ways to mark as read while reading. */
const READ_ALWAYS = 1;
const READ_IN_CONVERSATIONS = 2;

function useMessages(list: MessageList) {
  const engine = useEngine();
  const { ids } = useCell(list.cell);
  /** The same array as long as nothing in it has changed. */
  const last = useRef<{ ids: readonly number[]; messages: StoredMessage[] } | null>(null);
  const snapshot = () => {
    const messages = ids.map(engine.messages.get).filter((message) => message !== undefined);
    const known = last.current;
    const same = known?.messages.length === messages.length && messages.every((one, at) => one === known.messages[at]);
    if (known && known.ids === ids && same) return known.messages;
    last.current = { ids, messages };
    return messages;
  };
  return useSyncExternalStore(engine.messages.subscribe, snapshot);
}

export function MessageView({ view, list, near }: { view: View; list: MessageList; near: number | null }) {
  const { status } = useCell(list.cell);
  if (status === 'loading') return <Waiting />;
  if (status === 'failed')
    return (
      <EmptyState title={t('messages_failed')}>
        <button type="button" className="button" onClick={() => void list.open(near)}>
          {t('try_again')}
        </button>
      </EmptyState>
    );
  return <Scroller key={near} view={view} list={list} near={near} />;
}

function Scroller({ view, list, near }: { view: View; list: MessageList; near: number | null }) {
  const engine = useEngine();
  const own_id = engine.own_id;
  const { found_oldest, found_newest, first_unread, anchor, prepended } = useCell(list.cell);
  const messages = useMessages(list);
  const all_outgoing = useCell(engine.outbox.cell);
  const outgoing = useMemo(
    () => (all_outgoing.length > 0 && found_newest ? engine.outbox.in(view) : []),
    [all_outgoing, found_newest, view, engine],
  );
  const rows = useMemo(
    () => rowsOf(messages, outgoing, view, own_id, first_unread),
    [messages, outgoing, view, own_id, first_unread],
  );
  const policy = useAppState(({ user_settings }) => user_settings.web_mark_read_on_scroll_policy);
  const marks = policy === READ_ALWAYS || (policy === READ_IN_CONVERSATIONS && isConversation(view));
  const selected = useCell(selectedMessage);
  const editing = useCell(editingMessage);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const following = useRef(false);
  const opened = useRef(false);
  const settled = useRef(false);
  useEffect(() => engine.reads.resume(), [engine]);
  const [behind, setBehind] = useState(false);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element || !opened.current) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    const below = scrollHeight - scrollTop - clientHeight;
    // Rows that are not measured yet seem to end where the reader is.
    if (settled.current) following.current = below < AT_BOTTOM_PX && list.cell.get().found_newest;
    setBehind(below > clientHeight || !list.cell.get().found_newest);
    if (scrollTop < NEAR_END_PX) void list.older().catch(() => {});
    if (below < NEAR_END_PX) void list.newer().catch(() => {});
    if (!marks || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const seen: number[] = [];
    const frame = element.getBoundingClientRect();
    for (const row of element.querySelectorAll<HTMLElement>('[data-message-id]')) {
      const { top, bottom } = row.getBoundingClientRect();
      // The end of it, or as much of it as there is room for.
      if (bottom > frame.top && top < frame.bottom && (bottom <= frame.bottom + 24 || top <= frame.top))
        seen.push(Number(row.dataset.messageId));
    }
    engine.reads.add(seen);
  }, [engine, list, marks]);

  // Opens where the reader left off: once, when the rows are first there.
  useLayoutEffect(() => {
    if (opened.current || rows.length === 0) return;
    const at = anchor === null ? -1 : rows.findIndex((row) => row.kind === 'message' && row.message.id === anchor);
    const place = () => {
      if (at < 0) virtual.current?.scrollToIndex(rows.length - 1, { align: 'end' });
      else virtual.current?.scrollToIndex(Math.max(0, at - 1), { align: near === null ? 'start' : 'center' });
    };
    place();
    opened.current = true;
    if (near !== null) selectedMessage.set(near);
    following.current = at < 0;
  }, [rows, anchor, near]);

  // Follows what arrives while the reader is at the end.
  useLayoutEffect(() => {
    if (following.current) virtual.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    const timer = requestAnimationFrame(look);
    return () => cancelAnimationFrame(timer);
  }, [rows.length, look]);

  // What is at the end stays there while rows above turn out to be higher: pictures, formulas, an editor.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight;
    });
    for (const part of element.children) observer.observe(part);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const again = () => look();
    addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    const timer = setTimeout(() => {
      settled.current = true;
      look();
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [look]);

  // A message chosen by keyboard is brought into view and gets the focus.
  useEffect(() => {
    if (selected === null) return;
    const at = rows.findIndex((row) => row.kind === 'message' && row.message.id === selected);
    if (at < 0) return;
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-message-id="${selected}"]`);
    const element = find();
    const box = element?.getBoundingClientRect();
    const frame = scroller.current!.getBoundingClientRect();
    if (!box || box.top < frame.top || box.bottom > frame.bottom)
      virtual.current?.scrollToIndex(at, { align: 'nearest' });
    requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
  }, [selected, rows]);

  const toEnd = () => {
    if (list.cell.get().found_newest) {
      following.current = true;
      virtual.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    } else void engine.showNewest(list);
  };

  if (rows.length === 0)
    return (
      <EmptyState title={t(view.kind === 'search' ? 'nothing_found_title' : 'nothing_here_title')}>
        {t(emptyText(engine.state.get(), view))}
      </EmptyState>
    );
  return (
    <div className="message-frame">
      <section
        ref={scroller}
        className="message-scroller"
        data-message-list
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        tabIndex={0}
        aria-label={t('messages')}
      >
        <div className="message-top">{found_oldest ? null : <span className="quiet">{t('loading')}</span>}</div>
        <Virtualizer
          ref={virtual}
          data={rows}
          scrollRef={scroller}
          shift={prepended}
          bufferSize={600}
          onScroll={look}
          onScrollEnd={look}
        >
          {(row: Row) => (
            <div key={row.key} className={`row row-${row.kind}`}>
              <RowContent
                row={row}
                selected={row.kind === 'message' && row.message.id === selected}
                editing={row.kind === 'message' && row.message.id === editing}
              />
            </div>
          )}
        </Virtualizer>
        <div className="message-bottom">{found_newest ? null : <span className="quiet">{t('loading')}</span>}</div>
      </section>
      <ViewerPlace list={list} />
      <MessageDialogsPlace />
      {behind && (
        <button type="button" className="jump" title={t('jump_to_newest')} onClick={toEnd}>
          <Icon name="down" />
          <span className="hidden-text">{t('jump_to_newest')}</span>
        </button>
      )}
    </div>
  );
}

function RowContent({ row, selected, editing }: { row: Row; selected: boolean; editing: boolean }) {
  switch (row.kind) {
    case 'date':
      return <DateRow timestamp={row.timestamp} />;
    case 'new':
      return <NewRow />;
    case 'heading':
      return <HeadingRow message={row.message} />;
    case 'outgoing':
      return <OutgoingRow outgoing={row.outgoing} />;
    case 'message':
      return <MessageRow message={row.message} grouped={row.grouped} selected={selected} editing={editing} />;
  }
}
