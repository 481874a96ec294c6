// All keyboard shortcuts outside fields, with labels and actions: read by the listener and the shortcuts sheet.

import type { TextKey } from '../../base/text/text.ts';
import { nowMs } from '../../base/time/clock.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { walkRows } from '../../base/ui/row-walk.ts';
import { isConversation, type View } from '../../base/views/view.ts';
import { mayMove } from '../../domain/channels/channel-permissions.ts';
import { askToMove } from '../../domain/channels/topic-actions.ts';
import { setCollapsed, toggleReaction, toggleStar } from '../../domain/messages/message-actions.ts';
import { messageDialog } from '../../domain/messages/message-dialog.ts';
import { hasHistory, mayEdit } from '../../domain/messages/message-permissions.ts';
import { forward, quote } from '../../domain/messages/quote.ts';
import { conversationOf } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import {
  composeRequest,
  editingMessage,
  focusSearch,
  keysOpen,
  reactingTo,
  selectedMessage,
  sidebarOpen,
  switcherOpen,
} from '../../model/state/screen.ts';
import { findChannel } from '../../model/state/state.ts';
import type { KeyContext } from './key-context.ts';
import { channelOf, focusSidebar, nextUnread, pressIn } from './navigation-keys.ts';
import { editLast, moveTo, page, toNewest, toOldest } from './selection-keys.ts';

export interface Shortcut {
  /** Key names of the browser; the first ones are displayed. */
  readonly keys: readonly string[];
  readonly text: TextKey;
  /** Returns false if there is nothing to do, which leaves the key its usual meaning. */
  act(context: KeyContext): unknown;
}

export interface ShortcutGroup {
  readonly title: TextKey;
  readonly shortcuts: readonly Shortcut[];
}

const THUMBS_UP = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const;

/** Acts on the selected message; does nothing without one. */
const about =
  (act: (message: StoredMessage, context: KeyContext) => unknown) =>
  (context: KeyContext): unknown => {
    const id = selectedMessage.get();
    const message = id === null ? undefined : context.engine.messages.get(id);
    return message ? act(message, context) : false;
  };

const to =
  (view: View) =>
  ({ navigation }: KeyContext) =>
    navigation.go(view);

const write = (view: Extract<View, { kind: 'topic' | 'direct' }> | null, insert = '') =>
  composeRequest.set({ view, insert });

/** With what is loaded on the first such key. */
const inTime = (act: (actions: typeof import('./later-keys.ts')) => unknown) =>
  attempt(async () => act(await import('./later-keys.ts')));

const beginDirect = () => composeRequest.set({ view: { kind: 'direct', user_ids: [] }, insert: '', choose: true });

const key = (keys: string, text: TextKey, act: Shortcut['act']): Shortcut => ({ keys: keys.split(' '), text, act });

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'live_keys_reading',
    shortcuts: [
      key('j ArrowDown', 'live_keys_next', (context) => moveTo(context, 1) || walkRows(1)),
      key('k ArrowUp', 'live_keys_previous', (context) => moveTo(context, -1) || walkRows(-1)),
      key('J PageDown Space', 'live_keys_page_down', () => page(1)),
      key('K PageUp Shift+Space', 'live_keys_page_up', () => page(-1)),
      key('End G', 'keys_end', (context) => walkRows('last') || toNewest(context)),
      key('Home', 'keys_home', (context) => walkRows('first') || toOldest(context)),
      key('n', 'keys_next_unread', (context) => nextUnread(context, ({ view }) => view.kind === 'topic')),
      key('N', 'live_keys_next_followed', (context) => nextUnread(context, ({ view }) => view.kind === 'topic', true)),
      key('p', 'live_keys_next_direct', (context) => nextUnread(context, ({ view }) => view.kind === 'direct')),
      key(
        's z',
        'keys_topic',
        about((message, { engine, navigation }) => navigation.go(conversationOf(message, engine.own_id), message.id)),
      ),
      key(
        'S',
        'keys_channel',
        about(({ stream_id, id }, { navigation }) =>
          stream_id === undefined ? false : navigation.go({ kind: 'channel', channel_id: stream_id }, id),
        ),
      ),
    ],
  },
  {
    title: 'live_keys_message',
    shortcuts: [
      key('r Enter', 'keys_reply', ({ engine, navigation }) => {
        const id = selectedMessage.get();
        const message = id === null ? undefined : engine.messages.get(id);
        if (!message && !isConversation(navigation.route.view)) return false;
        write(message ? conversationOf(message, engine.own_id) : null);
      }),
      key(
        'R',
        'live_keys_reply_author',
        about(({ sender_id }, { engine }) =>
          write({ kind: 'direct', user_ids: sender_id === engine.own_id ? [] : [sender_id] }),
        ),
      ),
      key(
        '>',
        'quote_reply',
        about((message, { engine }) => quote(engine, message)),
      ),
      key(
        '<',
        'forward_message',
        about((message, { engine }) => forward(engine, message)),
      ),
      key(
        '@',
        'live_keys_mention_author',
        about((message, { engine }) =>
          write(conversationOf(message, engine.own_id), `@**${message.sender_full_name}|${message.sender_id}** `),
        ),
      ),
      key(
        'e',
        'keys_edit',
        about((message, { engine }) => {
          if (mayEdit(engine.state.get(), message, nowMs())) editingMessage.set(message.id);
          else messageDialog.set({ kind: 'source', message_id: message.id });
        }),
      ),
      key('ArrowLeft', 'live_keys_edit_last', editLast),
      key(
        'i',
        'live_keys_menu',
        about(({ id }) => pressIn(id, '.toolbar [aria-haspopup="menu"]')),
      ),
      key(
        'u',
        'live_keys_author',
        about((message) => inTime(({ openAuthor }) => openAuthor(message))),
      ),
      key(
        'v',
        'live_keys_pictures',
        about(({ id }) => pressIn(id, 'img[data-file]')),
      ),
      key(
        '-',
        'live_keys_collapse',
        about((message, { engine }) => setCollapsed(engine, message, !message.flags.includes('collapsed'))),
      ),
      key(
        'U',
        'mark_unread',
        about((message, { engine, navigation: { route } }) =>
          inTime(({ markUnread }) => markUnread(engine, message, route.view)),
        ),
      ),
      key(
        'H',
        'edit_history',
        about((message, { engine }) =>
          hasHistory(engine.state.get(), message)
            ? messageDialog.set({ kind: 'history', message_id: message.id })
            : false,
        ),
      ),
      key(
        '*',
        'keys_star',
        about((message, { engine }) => toggleStar(engine, message)),
      ),
      key(
        ':',
        'keys_react',
        about(({ id }) => reactingTo.set(id)),
      ),
      key(
        '+',
        'keys_thumbs',
        about((message, { engine }) => toggleReaction(engine, message, THUMBS_UP)),
      ),
      key(
        '=',
        'live_keys_agree',
        about((message, { engine }) => {
          const [first] = message.reactions;
          return first ? toggleReaction(engine, message, first) : false;
        }),
      ),
      key(
        'm',
        'live_keys_move',
        about(({ id, stream_id, subject }, { engine }) => {
          const state = engine.state.get();
          const channel = stream_id === undefined ? null : findChannel(state, stream_id);
          if (!channel || !mayMove(state, channel)) return false;
          return askToMove({ channel_id: channel.stream_id, topic: subject, message_id: id });
        }),
      ),
      key('M', 'live_keys_mute', (context) => {
        const { channel_id, topic } = channelOf(context) ?? { topic: null };
        if (channel_id === undefined || topic === null) return false;
        return inTime(({ switchMuted }) => switchMuted(context.engine, channel_id, topic));
      }),
    ],
  },
  {
    title: 'live_keys_writing',
    shortcuts: [
      key('c', 'keys_compose', () => write(null)),
      key('x', 'new_direct_message', beginDirect),
      key('d', 'drafts', to({ kind: 'drafts' })),
    ],
  },
  {
    title: 'live_keys_navigation',
    shortcuts: [
      key('Ctrl+k', 'keys_switcher', () => switcherOpen.set(true)),
      key('/', 'keys_search', focusSearch),
      key('q', 'filter_conversations', focusSidebar),
      key('I', 'inbox', to({ kind: 'inbox' })),
      key('t', 'recent', to({ kind: 'recent' })),
      key('a', 'feed', to({ kind: 'feed' })),
      key('y', 'mentions', to({ kind: 'mentions' })),
      key('D', 'live_keys_next_channel', (context) => inTime(({ nextChannel }) => nextChannel(context, 1))),
      key('A', 'live_keys_previous_channel', (context) => inTime(({ nextChannel }) => nextChannel(context, -1))),
      key('T', 'live_keys_topics', (context) => inTime(({ topicsOfChannel }) => topicsOfChannel(context))),
      key('w', 'live_keys_people', to({ kind: 'page', page: 'people', path: [] })),
      key('g', 'your_account', () => inTime(({ openAccountMenu }) => openAccountMenu())),
      key('Escape', 'keys_escape', ({ engine }) => {
        if (selectedMessage.get() !== null) selectedMessage.set(null);
        else if (sidebarOpen.get()) sidebarOpen.set(false);
        else if (engine.state.get().user_settings.web_escape_navigates_to_home_view) location.hash = '';
        else return false;
      }),
      key('?', 'keyboard_shortcuts', () => keysOpen.set(true)),
    ],
  },
];

/** Keyed by the result of {@link pressed}. */
export const BY_KEY: ReadonlyMap<string, Shortcut> = new Map(
  SHORTCUTS.flatMap(({ shortcuts }) =>
    shortcuts.flatMap((shortcut) => shortcut.keys.map((name) => [name, shortcut] as const)),
  ),
);

/** The pressed key in the table's notation. On non-Latin keyboards the key's position counts. */
export function pressed({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey) return null;
  const foreign = key.length === 1 && key > '\u007f' && /^Key[A-Z]$/.test(code);
  const latin = shiftKey ? code.slice(3) : code.slice(3).toLowerCase();
  const letter = foreign ? latin : key;
  if (ctrlKey || metaKey) return `Ctrl+${letter}`;
  if (letter === ' ') return shiftKey ? 'Shift+Space' : 'Space';
  return letter;
}
