// Edits a message in place. What is not saved stays in this browser until it is saved or discarded. Saving names the edited version, so that a concurrent edit isn't overwritten unseen.
import { ApiError, MAX_MESSAGE_LENGTH } from '@stoa/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { nowMs } from '../../base/time/clock.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { editingMessage } from '../../model/state/screen.ts';
import { AttachButton } from '../files/attach-button.tsx';
import { AttachedFiles } from '../files/attached-files.ts';
import { useDropTarget } from '../files/drop-target.ts';
import { FileChips } from '../files/file-chips.tsx';
import { joinFiles, splitFiles } from '../files/file-links.ts';
import { ComposeField, type FieldHandle } from '../writing/compose-field.tsx';
import { WritingTools } from '../writing/writing-tools.tsx';
import { EditTypingNotifier } from './edit-typing-notifier.ts';
import { sourceOf } from './message-actions.ts';
import { secondsLeft } from './message-permissions.ts';
import { loadEdit, storeEdit } from './unsaved-edit.ts';

async function sha256(text: string): Promise<string | undefined> {
  // Unavailable on pages without TLS; then the server does not compare.
  if (!crypto.subtle) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'EXPECTATION_MISMATCH';

/** The source of the message, its draft, and saving. */
function useEditing(message: StoredMessage, field: RefObject<FieldHandle | null>) {
  const engine = useEngine();
  const email = engine.client.email ?? '';
  const [begun] = useState(() => loadEdit(email, message.id));
  const [source, setSource] = useState(begun?.source ?? null);
  const [text, setText] = useState(() => splitFiles(begun?.content ?? '').text);
  const [files] = useState(() => new AttachedFiles(engine));
  const [saving, setSaving] = useState(false);
  /** The text somebody else saved meanwhile. */
  const [theirs, setTheirs] = useState<string | null>(null);
  const [typing] = useState(() => new EditTypingNotifier(engine, message));
  /** The focus returns to where it was, such as the composer. */
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const focus = () => requestAnimationFrame(() => field.current?.focus());
    if (begun) {
      files.setLinks(splitFiles(begun.content).links);
      focus();
    }
    void attempt(async () => {
      const raw = await sourceOf(engine, message.id);
      setSource(raw);
      if (begun) return setTheirs(raw === begun.source ? null : raw);
      const { text: written, links } = splitFiles(raw);
      setText(written);
      files.setLinks(links);
      focus();
    }).then((done) => done || begun || editingMessage.set(null));
    return () => {
      typing.stop();
      files.clear();
    };
  }, [engine, message.id, typing, files, field, begun]);
  const content = () => joinFiles(text, files.links());
  const keep = (next: string) => {
    if (source === null) return;
    const edited = joinFiles(next, files.links());
    storeEdit(email, message.id, edited === source ? null : { source, content: edited });
  };
  useEffect(() => {
    files.changed = () => keep(text);
  });
  const close = () => {
    storeEdit(email, message.id, null);
    // Saved after the reader went on to another message.
    if (editingMessage.get() !== message.id) return;
    editingMessage.set(null);
    const article = () => document.querySelector<HTMLElement>(`[data-message-id="${message.id}"]`);
    requestAnimationFrame(() => {
      const composer = opener instanceof HTMLTextAreaElement && opener.isConnected ? opener : null;
      (composer ?? article())?.focus({ preventScroll: true });
    });
  };
  const save = async () => {
    if (source === null) return;
    if (content() === source) return close();
    setSaving(true);
    const done = await attempt(async () => {
      try {
        await engine.client.editMessage({
          message_id: message.id,
          content: content(),
          prev_content_sha256: await sha256(source),
        });
      } catch (error) {
        if (!isConflict(error)) throw error;
        const newest = await sourceOf(engine, message.id);
        setTheirs(newest);
        setSource(newest);
        return;
      }
      close();
    });
    if (!done) field.current?.focus();
    setSaving(false);
  };
  const change = (next: string) => {
    setText(next);
    keep(next);
    typing.typed();
  };
  const is_changed = () => source !== null && content() !== source;
  return { text, files, theirs, can_save: source !== null && !saving, is_changed, change, save, close };
}

export function MessageEditor({ message }: { message: StoredMessage }) {
  const field = useRef<FieldHandle>(null);
  const { text, files, theirs, can_save, is_changed, change, save, close } = useEditing(message, field);
  const [asking, setAsking] = useState(false);
  const attached = useCell(files.cell);
  const left = useSecondsLeft(message);
  const excess = [...joinFiles(text, files.links())].length - MAX_MESSAGE_LENGTH;
  const ready = can_save && excess <= 0 && left !== 0 && attached.every(({ status }) => status === 'ready');
  const attach = (chosen: readonly File[]) => files.add(chosen);
  useDropTarget({ label: () => t('drop_to_edited'), attach });
  const submit = () => {
    if (ready) void save();
  };
  const leave = () => (is_changed() ? setAsking(true) : close());
  return (
    <form
      className="editor"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {theirs !== null && (
        <div className="editor-conflict" role="alert">
          <p>{t('edit_conflict')}</p>
          <details>
            <summary>{t('edit_conflict_theirs')}</summary>
            <pre dir="auto">{theirs}</pre>
          </details>
        </div>
      )}
      <div className="compose-box">
        <ComposeField
          ref={field}
          value={text}
          label={t('edit_field')}
          placeholder=""
          change={change}
          send={submit}
          leave={leave}
          paste={attach}
        />
        <FileChips files={files} leave={() => field.current?.focus()} />
        <div className="compose-tools">
          <AttachButton attach={attach} />
          <WritingTools field={field} />
        </div>
      </div>
      <p className="editor-actions">
        <button type="submit" className="button primary" disabled={!ready}>
          {t('save')}
        </button>
        <button type="button" className="button" onClick={leave}>
          {t('cancel')}
        </button>
        <span className="quiet" role="status">
          {excess > 0 ? (
            t('too_long', { count: excess })
          ) : left === 0 ? (
            t('edit_time_over')
          ) : left !== null ? (
            <TimeLeft seconds={left} />
          ) : null}
        </span>
      </p>
      {asking && (
        <ConfirmDialog
          title={t('edit_discard_title')}
          lead={t('edit_discard')}
          action={t('discard')}
          confirm={close}
          close={() => setAsking(false)}
        />
      )}
    </form>
  );
}

function TimeLeft({ seconds }: { seconds: number }) {
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <span aria-live="off">{t('edit_time_left', { time })}</span>;
}

/** Time left for editing; null if that is a day or more, or unlimited. */
function useSecondsLeft({ timestamp }: StoredMessage): number | null {
  const limit = useAppState((state) => state.realm_message_content_edit_limit_seconds);
  const [left, setLeft] = useState(() => secondsLeft(timestamp, limit, nowMs()));
  useEffect(() => {
    if (limit === null) return setLeft(null);
    const timer = setInterval(() => setLeft(secondsLeft(timestamp, limit, nowMs())), 1000);
    return () => clearInterval(timer);
  }, [timestamp, limit]);
  return left !== null && left > 24 * 3600 ? null : left;
}
