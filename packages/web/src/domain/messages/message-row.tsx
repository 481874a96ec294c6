// A message in a list: sender, time, content, reactions and actions.
import { memo, useState } from 'react';
import { Cell, useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { fullTime, timeName } from '../../base/text/dates.ts';
import { shownDay } from '../../base/time/clock.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf } from '../../base/views/view.ts';
import { isVisitor, useAppState, useEngine } from '../../model/engine/context.ts';
import { conversationOf } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { reactingTo } from '../../model/state/screen.ts';
import { findPerson } from '../../model/state/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { GuestMark } from '../people/guest-mark.tsx';
import { StatusEmoji } from '../people/status-emoji.tsx';
import { MessageContent } from './message-content.tsx';
import { MessageToolbar } from './message-toolbar.tsx';

/** Messages of muted people that the reader chose to show. */
const shownMuted = new Cell<ReadonlySet<number>>(new Set());

interface Props {
  readonly message: StoredMessage;
  readonly grouped: boolean;
  readonly selected: boolean;
  readonly editing: boolean;
  /** A link to this message was just followed. */
  readonly target: boolean;
}

function classesOf({ message: { flags }, grouped, selected, target }: Omit<Props, 'editing'>): string {
  const classes = [
    'message',
    grouped && 'grouped',
    !flags.includes('read') && 'unread',
    flags.some((flag) => flag.endsWith('mentioned')) && 'mentioned',
    selected && 'selected',
    target && 'target',
  ];
  return classes.filter(Boolean).join(' ');
}

export const MessageRow = memo(function MessageRow({ message, grouped, selected, editing, target }: Props) {
  const engine = useEngine();
  const sender = useAppState((state) => findPerson(state, message.sender_id));
  const muted = useAppState(({ muted_users }) => muted_users.some(({ id }) => id === message.sender_id));
  const shown = useCell(shownMuted, (ids) => ids.has(message.id));
  const picking = useCell(reactingTo, (id) => id === message.id);
  const [near, setNear] = useState(false);
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  useCell(shownDay);
  const name = sender?.full_name ?? message.sender_full_name;
  if (muted && !shown) return <MutedRow message_id={message.id} selected={selected} />;
  return (
    <article
      className={classesOf({ message, grouped, selected, target })}
      data-message-id={message.id}
      tabIndex={selected ? 0 : -1}
      aria-label={`${name}, ${timeName(message.timestamp, is24)}`}
      // Not `onPointerEnter`: React misses it where the element that the pointer was on has been removed.
      onPointerOver={() => setNear(true)}
      onPointerLeave={({ currentTarget, pointerType }) => {
        // A finger or pen leaves when it is lifted, before the press counts.
        if (pointerType !== 'mouse') return;
        // The buttons stay visible while one of their menus is open.
        setNear(currentTarget.querySelector('.toolbar [aria-expanded="true"]') !== null);
      }}
      onFocus={() => setNear(true)}
    >
      <div className="message-side">
        {grouped ? (
          <MessageTime message={message} is24={is24} className="message-time-side" />
        ) : (
          <button
            type="button"
            className="avatar-button"
            data-person={message.sender_id}
            tabIndex={-1}
            aria-hidden="true"
          >
            <Avatar key={sender?.avatar_url} person={sender} />
          </button>
        )}
      </div>
      <div className="message-main">
        {!grouped && (
          <header className="message-head">
            <Sender user_id={message.sender_id} name={name} is_bot={sender?.is_bot === true} />
            <MessageTime message={message} is24={is24} className="message-time" />
            <ChangeNote message={message} />
            <StarMark message={message} />
          </header>
        )}
        <MessageContent message={message} editing={editing} />
        {grouped && (
          <>
            <ChangeNote message={message} />
            <StarMark message={message} />
          </>
        )}
      </div>
      {!editing && (near || picking || selected) && !isVisitor(engine) && (
        <MessageToolbar engine={engine} message={message} />
      )}
    </article>
  );
});

function Sender({ user_id, name, is_bot }: { user_id: number; name: string; is_bot: boolean }) {
  return (
    <>
      <button type="button" className="message-sender" data-person={user_id} aria-haspopup="dialog" dir="auto">
        {name}
      </button>
      <GuestMark user_id={user_id} />
      <StatusEmoji user_id={user_id} />
      {is_bot && <span className="tag">{t('bot')}</span>}
    </>
  );
}

/** The time, linking to the message. */
function MessageTime({ message, is24, className }: { message: StoredMessage; is24: boolean; className: string }) {
  const engine = useEngine();
  return (
    <a
      className={className}
      href={hashOf(conversationOf(message, engine.own_id), message.id)}
      title={fullTime(message.timestamp, is24)}
      tabIndex={-1}
    >
      <time dateTime={new Date(message.timestamp * 1000).toISOString()}>{timeName(message.timestamp, is24)}</time>
    </a>
  );
}

function ChangeNote({ message: { last_edit_timestamp, last_moved_timestamp } }: { message: StoredMessage }) {
  if (last_edit_timestamp === undefined && last_moved_timestamp === undefined) return null;
  return <span className="message-note">{t(last_edit_timestamp === undefined ? 'moved' : 'edited')}</span>;
}

function StarMark({ message }: { message: StoredMessage }) {
  if (!message.flags.includes('starred')) return null;
  return (
    <span className="message-star">
      <Icon name="star" size={14} filled />
      <span className="hidden-text">{t('has_star')}</span>
    </span>
  );
}

/** Messages of muted people are hidden until shown on request. */
function MutedRow({ message_id, selected }: { message_id: number; selected: boolean }) {
  return (
    <article
      className={selected ? 'message selected' : 'message'}
      data-message-id={message_id}
      tabIndex={selected ? 0 : -1}
      aria-label={t('muted_message')}
    >
      <div className="message-side" />
      <p className="message-main quiet">
        {t('muted_message')}{' '}
        <button
          type="button"
          className="message-more"
          onClick={() => shownMuted.set(new Set([...shownMuted.get(), message_id]))}
        >
          {t('show_muted')}
        </button>
      </p>
    </article>
  );
}
