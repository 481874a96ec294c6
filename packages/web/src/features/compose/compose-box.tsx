// The open compose box: a message to one conversation, and obstacles to sending it.
import { MAX_MESSAGE_LENGTH } from '@stoa/contract';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { lazyComponent } from '../../base/ui/lazy-component.tsx';
import { keyOf, type View } from '../../base/views/view.ts';
import { MessageBody } from '../../domain/content/message-body.tsx';
import type { AttachedFiles } from '../../domain/files/attached-files.ts';
import { useDropTarget } from '../../domain/files/drop-target.ts';
import { FileChips } from '../../domain/files/file-chips.tsx';
import { joinFiles, splitFiles } from '../../domain/files/file-links.ts';
import { ComposeField, type FieldHandle } from '../../domain/writing/compose-field.tsx';
import type { Conversation } from '../../domain/writing/drafts.ts';
import { withControl } from '../../domain/writing/text-edits.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import { viewName } from '../../model/state/names.ts';
import { type ContinuedDraft, continueWriting } from '../../model/state/screen.ts';
import { editAnswered, editLast } from '../keyboard/selection-keys.ts';
import { ComposeStarts } from './closed-compose.tsx';
import { ComposeTools } from './compose-tools.tsx';
import { RecipientWaiting } from './recipient-waiting.tsx';
import { SendButtons } from './send-buttons.tsx';
import { useDraft } from './use-draft.ts';
import { useHindrance, useSending } from './use-sending.tsx';
import { WarningList } from './warning-list.tsx';

const Recipient = lazyComponent(
  async () => (await import('./recipient.tsx')).Recipient,
  RecipientWaiting,
  RecipientWaiting,
);
export const fetchRecipient = Recipient.fetch;

/** The destination is complete. Notes to oneself count as chosen. */
export const isWhole = (target: Conversation) =>
  target.kind === 'direct' ? target.user_ids.length > 0 : target.topic !== '';

/** As in conversation addresses: without the reader. */
const withoutSelf = (target: Conversation, own_id: number): Conversation =>
  target.kind === 'direct' ? { ...target, user_ids: target.user_ids.filter((id) => id !== own_id) } : target;

/** Where the writer continues: the text field, or the button that opens it. */
const focusCompose = () =>
  document.querySelector<HTMLElement>('.compose .compose-field, .compose.closed .button')?.focus();
export const focusText = () => document.querySelector<HTMLElement>('.compose .compose-field')?.focus();

interface BoxProps {
  readonly addressed: Conversation;
  readonly view: View;
  /** The destination can be changed here. */
  readonly free: boolean;
  /** The draft that is continued here; null for a new message and in conversations. */
  readonly continued: ContinuedDraft | null;
  readonly insert: string;
  /** Attached as the box opens. */
  readonly given: readonly File[];
  inserted(): void;
  retarget(target: Conversation): void;
  close(): void;
}

/** The preview; null while editing. The focus is where the message is shown. */
function usePreview(text: string, field: RefObject<FieldHandle | null>) {
  const { client } = useEngine();
  const [preview, setPreview] = useState<string | null>(null);
  const endPreview = () => {
    setPreview(null);
    // Once it is there again.
    requestAnimationFrame(() => field.current?.focus());
  };
  const togglePreview = async () => {
    if (preview !== null) return endPreview();
    await attempt(async () => setPreview((await client.renderMessage({ content: text })).rendered));
  };
  return { preview, togglePreview, endPreview };
}

/** Text and files of the message. What is inserted from elsewhere is appended to them, once. */
function useMessage(
  { addressed, free, continued, insert, given, inserted }: BoxProps,
  target: Conversation,
  is_to_somebody: boolean,
  field: RefObject<FieldHandle | null>,
) {
  const { text, files, change, clear } = useDraft(target, { free, is_to_somebody, continued });
  const attached = useCell(files.cell);
  useEffect(() => {
    if (insert === '' && given.length === 0) return;
    inserted();
    files.add(given);
    const added = splitFiles(insert);
    files.addLinks(added.links);
    if (added.text !== '') change(text === '' ? added.text : `${text.trimEnd()}\n\n${added.text}`);
    if (!free || isWhole(addressed)) field.current?.focus();
  }, [insert, given, inserted, text, files, change, free, addressed, field]);
  const content = joinFiles(text, files.links());
  return { text, content, excess: [...content].length - MAX_MESSAGE_LENGTH, files, attached, change, clear };
}

/** Closes the box after its message was sent, and shows the conversation if the account's settings say so. */
function useLeaving(target: Conversation, close: () => void) {
  const engine = useEngine();
  const { go, route } = useNavigation();
  return () => {
    close();
    if (!engine.state.get().user_settings.web_navigate_to_sent_message || keyOf(route.view) === keyOf(target))
      return requestAnimationFrame(focusCompose);
    continueWriting.set(keyOf(target));
    go(target);
  };
}

/** Arrow keys in an empty field edit earlier messages; true if one was found. */
function useKeysInEmptyField() {
  const context = { engine: useEngine(), navigation: useNavigation() };
  return (key: string) =>
    key === 'ArrowUp' ? editLast(context) !== false : key === 'ArrowLeft' && editAnswered(context) !== false;
}

/** Adds chosen, pasted and dropped files. */
function useAttaching(files: AttachedFiles, place: string | null, field: RefObject<FieldHandle | null>) {
  const attach = (chosen: readonly File[]) => {
    files.add(chosen);
    if (place !== null) field.current?.focus();
  };
  useDropTarget({
    label: () => (place === null ? t('drop_to_new') : t('drop_to', { conversation: place })),
    attach,
  });
  return attach;
}

export function ComposeBox(props: BoxProps) {
  const { addressed, view, free, retarget, close } = props;
  const { own_id } = useEngine();
  const target = useMemo(() => withoutSelf(addressed, own_id), [addressed, own_id]);
  const is_to_somebody = !free || addressed.kind === 'topic' || addressed.user_ids.length > 0;
  const field = useRef<FieldHandle>(null);
  const message = useMessage(props, target, is_to_somebody, field);
  const { text, content, excess, files, change, clear } = message;
  const { preview, togglePreview, endPreview } = usePreview(content, field);
  const name = useAppState((state) => viewName(state, target));
  const label = is_to_somebody ? t('message_to', { conversation: name }) : t('compose');
  const channel_id = target.kind === 'topic' ? target.channel_id : null;
  const attach = useAttaching(files, is_to_somebody ? name : null, field);
  const { obstacle, hindrance, ...hindered } = useHindrance(target, is_to_somebody, message);
  const leave = useLeaving(target, close);
  const sent = () => {
    clear();
    if (preview !== null) endPreview();
    else field.current?.focus();
    if (free) leave();
  };
  const { send, confirmation, is_queued } = useSending(target, message, hindered, field, sent);
  const pressedEmpty = useKeysInEmptyField();
  /** Beside the text, which has keys of its own. Menus and dialogs only seem to be in the box. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target: at, currentTarget: box } = event;
    if (event.key !== 'Enter' || !withControl(event) || at instanceof HTMLTextAreaElement) return;
    if (!box.contains(at as Node)) return;
    event.preventDefault();
    send();
  };
  return (
    <section className="compose" aria-label={t('compose')}>
      {free ? <Destination addressed={addressed} retarget={retarget} close={close} /> : <ComposeStarts view={view} />}
      {obstacle && (
        <p className="compose-obstacle problem" role="status">
          {t(obstacle)}
        </p>
      )}
      <WarningList text={text} channel_id={channel_id} user_ids={target.kind === 'direct' ? target.user_ids : []} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of what is in it */}
      <div className="compose-box" onKeyDown={onKeyDown}>
        {/* Stays mounted under the preview to keep the browser's undo history. */}
        <div hidden={preview !== null}>
          <ComposeField
            ref={field}
            value={text}
            label={label}
            placeholder={label}
            channel_id={channel_id}
            change={change}
            send={send}
            paste={attach}
            pressedEmpty={pressedEmpty}
          />
        </div>
        {preview !== null && <Preview html={preview} send={send} leave={endPreview} />}
        <FileChips files={files} leave={() => field.current?.focus()} />
        <div className="compose-tools">
          <ComposeTools
            field={field}
            attach={attach}
            previewing={preview !== null}
            toggle={() => void togglePreview()}
            text={text}
          />
          <Hint excess={excess} hindrance={obstacle ? null : is_queued ? t('send_after_uploads') : hindrance} />
          <SendButtons
            target={target}
            text={content}
            reason={hindered.reason}
            waits={hindered.waits && !is_queued}
            send={send}
            scheduled={sent}
          />
        </div>
      </div>
      {confirmation}
    </section>
  );
}

/** Where the message goes, chosen here; typing begins there if it is incomplete. */
function Destination({ addressed, retarget, close }: Pick<BoxProps, 'addressed' | 'retarget' | 'close'>) {
  /** Typed text for finding recipients before the recipient field has loaded. */
  const words = useRef('');
  const [begin] = useState(() => !isWhole(addressed));
  return (
    <Recipient target={addressed} begin={begin} words={words} retarget={retarget} next={focusText} close={close} />
  );
}

function Preview({ html, send, leave }: { html: string; send(): void; leave(): void }) {
  const { own_id } = useEngine();
  const enter_sends = useAppState(({ user_settings }) => user_settings.enter_sends);
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const does_send = event.key === 'Enter' && enter_sends && !event.shiftKey && !withControl(event);
    if (event.target !== event.currentTarget || !(does_send || event.key === 'Escape')) return;
    event.preventDefault();
    if (does_send) send();
    else leave();
  };
  return (
    <section
      ref={element}
      className="compose-preview"
      aria-label={t('preview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {html === '' ? <p className="quiet">{t('nothing_to_preview')}</p> : <MessageBody html={html} own_id={own_id} />}
    </section>
  );
}

function Hint({ excess, hindrance }: { excess: number; hindrance: string | null }) {
  const enter_sends = useAppState(({ user_settings }) => user_settings.enter_sends);
  if (hindrance !== null)
    return (
      <span className="compose-hint reason" role="status">
        {hindrance}
      </span>
    );
  return (
    <span className="compose-hint quiet">
      {excess > 0 ? (
        <strong className="warning" role="status">
          {t('too_long', { count: excess })}
        </strong>
      ) : (
        t(enter_sends ? 'send_hint_enter' : 'send_hint_control')
      )}
    </span>
  );
}
