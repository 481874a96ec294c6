// The inside of a message: text, widget or editor, status lines and reactions.
import { useLayoutEffect, useRef, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { personName } from '../../model/state/names.ts';
import { editingMessage } from '../../model/state/screen.ts';
import { MessageBody } from '../content/message-body.tsx';
import { setCollapsed } from './message-actions.ts';
import { MessageEditor } from './message-editor.tsx';
import { Reactions } from './reactions.tsx';
import { loadEdit } from './unsaved-edit.ts';
import { Widget } from './widget.tsx';

/** Taller content, in pixels, is collapsed until expanded. */
const LONG_PX = 700;
/** Expanded messages stay expanded when scrolled out of view and back. */
const opened = new Set<number>();

export function MessageContent({ message, editing }: { message: StoredMessage; editing: boolean }) {
  const engine = useEngine();
  const { own_id } = engine;
  const { flags } = message;
  if (editing) return <MessageEditor message={message} />;
  if (flags.includes('collapsed'))
    return (
      <button type="button" className="message-more" onClick={() => void setCollapsed(engine, message, false)}>
        {t('show_collapsed')}
      </button>
    );
  return (
    <>
      <Shortened message_id={message.id}>
        <div className={message.is_me_message ? 'me-message' : undefined}>
          {message.submessages.length > 0 ? (
            <Widget message={message} />
          ) : (
            <MessageBody html={message.match_content ?? message.content} own_id={own_id} message_id={message.id} />
          )}
        </div>
      </Shortened>
      <EditedBy message_id={message.id} />
      {message.sender_id === own_id && <ContinueEdit message_id={message.id} />}
      {message.reactions.length > 0 && <Reactions message={message} own_id={own_id} />}
    </>
  );
}

function Shortened({ message_id, children }: { message_id: number; children: React.ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(() => opened.has(message_id));
  useLayoutEffect(() => {
    setLong(element.current!.scrollHeight > LONG_PX);
  });
  const toggle = () => {
    if (open) opened.delete(message_id);
    else opened.add(message_id);
    setOpen(!open);
  };
  return (
    <>
      <div ref={element} className={long && !open ? 'shortened' : undefined}>
        {children}
      </div>
      {long && (
        <button type="button" className="message-more" aria-expanded={open} onClick={toggle}>
          {t(open ? 'show_less' : 'show_more')}
        </button>
      )}
    </>
  );
}

/** Leads back to an edit that was begun and left. */
function ContinueEdit({ message_id }: { message_id: number }) {
  const { client } = useEngine();
  if (!loadEdit(client.email ?? '', message_id)) return null;
  return (
    <button type="button" className="message-more" onClick={() => editingMessage.set(message_id)}>
      {t('edit_continue')}
    </button>
  );
}

/** The people who are editing the message at present. */
function EditedBy({ message_id }: { message_id: number }) {
  const engine = useEngine();
  const people = useCell(engine.typing.editing, (all) => all.get(message_id));
  if (!people || people.length === 0) return null;
  const names = people.map((id) => personName(engine.state.get(), id)).join(', ');
  return (
    <p className="message-note" role="status">
      {t('is_editing', { name: names })}
    </p>
  );
}
