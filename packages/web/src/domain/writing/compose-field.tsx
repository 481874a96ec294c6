// The text field of the compose box and of the editor: suggestions while typing, keys that format and send. Holds no text of its own.
import * as Ariakit from '@ariakit/react';
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { part } from '../../base/ui/part.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { findChannel, findPerson } from '../../model/state/state.ts';
import { ChannelMark } from '../channels/channel-mark.tsx';
import { loadEmoji } from '../emoji/emoji-list.ts';
import { countUse } from '../emoji/frequent.ts';
import { Avatar } from '../people/avatar.tsx';
import { continueList, FORMATS, type Format, type FormatName, insertion, replacement } from './formatting.ts';
import { asMarkdown, fitted, isPicture, pastedHtml } from './rich-paste.ts';
import { type Suggestion, suggest } from './suggestions.ts';
import { blockEnd, findTrigger, isSameTrigger, type Trigger } from './triggers.ts';

const TimeDialog = part(
  async () => (await import('./time-dialog.tsx')).TimeDialog,
  () => null,
);

export interface FieldHandle {
  focus(): void;
  format(how: Format): void;
  insert(text: string): void;
}

interface Props {
  readonly ref: Ref<FieldHandle>;
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  /** The channel that is written to: its people are suggested first. */
  readonly channel_id?: number | null;
  change(text: string): void;
  send(): void;
  /** On Escape; the field loses the focus otherwise. */
  leave?(): void;
  paste?(files: readonly File[]): void;
  /** A key in an empty field; true where it has done something. */
  pressedEmpty?(key: string): boolean;
}

/** With Ctrl or the command key, and with Shift or without. */
const KEYS: Readonly<Record<string, FormatName>> = { b: 'bold', i: 'italic' };
const SHIFT_KEYS: Readonly<Record<string, FormatName>> = { l: 'link', x: 'strike', c: 'code' };

/** As if it had been typed, so that the browser can undo it. */
function replaceText(field: HTMLTextAreaElement, from: number, to: number, made: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  const done = made === '' ? document.execCommand('delete') : document.execCommand('insertText', false, made);
  if (done || (from === to && made === '')) return;
  field.setRangeText(made, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

const NONE: readonly Suggestion[] = [];

/** What answers this trigger and no other; `coming` while it is being fetched. */
function useSuggestions(trigger: Trigger | null, channel_id: number | null) {
  const engine = useEngine();
  const answer = useMemo(() => (trigger ? suggest(engine, trigger, channel_id) : NONE), [engine, trigger, channel_id]);
  const [fetched, setFetched] = useState<{ readonly of: unknown; readonly found: readonly Suggestion[] } | null>(null);
  useEffect(() => {
    if (answer instanceof Promise) answer.then((found) => setFetched({ of: answer, found })).catch(() => {});
  }, [answer]);
  if (!(answer instanceof Promise)) return { found: answer, coming: null };
  const found = fetched?.of === answer ? fetched.found : null;
  return { found: found ?? NONE, coming: found ? null : answer };
}

export function ComposeField({
  ref,
  value,
  label,
  placeholder,
  channel_id = null,
  change,
  send,
  leave,
  paste,
  pressedEmpty,
}: Props) {
  const engine = useEngine();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where a word begins for which nothing shall be suggested any more. */
  const dismissed = useRef<number | null>(null);
  /** The keys that paste without any form are down. */
  const plain_wanted = useRef(false);
  /** A time to put in is being chosen. */
  const [asking, setAsking] = useState(false);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const { found, coming } = useSuggestions(trigger, channel_id);
  /** The reader has gone to one of the suggestions; otherwise Enter and Tab take the first. */
  const moved = useRef(false);
  const combobox = Ariakit.useComboboxStore({ placement: 'top-start' });
  const active = Ariakit.useStoreState(combobox, 'activeId');

  const apply = (how: Format) => {
    const element = field.current!;
    const before = { text: element.value, from: element.selectionStart, to: element.selectionEnd };
    const after = how(before);
    const { from, to, made } = replacement(before.text, after.text);
    if (from !== to || made !== '') replaceText(element, from, to, made);
    element.focus();
    element.setSelectionRange(after.from, after.to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does reads the field itself
  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      format: apply,
      insert: (text) => apply(insertion(text)),
    }),
    [],
  );

  // The field is as high as its text, up to a limit in the style.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    const element = field.current!;
    // Measured while what is around it keeps its size: a list of messages that grows for a moment loses its place.
    const frame = element.parentElement!;
    frame.style.blockSize = `${frame.offsetHeight}px`;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight + 2}px`;
    frame.style.blockSize = '';
  }, [value]);

  useEffect(() => {
    moved.current = false;
    if (found.length > 0) combobox.show();
    else combobox.hide();
  }, [found, combobox]);

  const triggerNow = () => {
    const { value: all, selectionStart, selectionEnd } = field.current!;
    return selectionStart === selectionEnd ? findTrigger(all.slice(0, selectionStart)) : null;
  };
  const look = () => {
    const next = triggerNow();
    if (next?.start !== dismissed.current) dismissed.current = null;
    else if (next) return;
    setTrigger((now) => (isSameTrigger(now, next) ? now : next));
  };
  const accept = ({ text, asks, emoji_code }: Suggestion, answered = trigger) => {
    // What is offered answers an earlier word: the text at the cursor has changed since.
    if (!answered || !isSameTrigger(answered, triggerNow())) return;
    const { start } = answered;
    const element = field.current!;
    const end = blockEnd(answered, text, element.value.slice(element.selectionStart));
    setTrigger(null);
    replaceText(element, start, element.selectionStart, text + end);
    element.setSelectionRange(start + text.length, start + text.length);
    if (emoji_code) countUse(emoji_code);
    if (asks) setAsking(true);
  };
  const enter = () => {
    if (engine.state.get().user_settings.enter_sends) return send();
    const element = field.current!;
    replaceText(element, element.selectionStart, element.selectionEnd, '\n');
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData } = event;
    if (paste && isPicture(clipboardData)) {
      event.preventDefault();
      return paste([...clipboardData.files]);
    }
    const { value: text, selectionStart } = event.currentTarget;
    const html = plain_wanted.current ? null : pastedHtml(clipboardData, text.slice(0, selectionStart));
    if (html === null) return;
    event.preventDefault();
    void asMarkdown(html, clipboardData.getData('text/plain')).then((made) => {
      const element = field.current;
      if (!element) return;
      const { value: now, selectionStart: from, selectionEnd: to } = element;
      replaceText(element, from, to, fitted(made, now.slice(0, from), now.slice(to)));
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const open = combobox.getState().open && found.length > 0;
    const with_control = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing) return;
    plain_wanted.current = with_control && event.shiftKey && event.key.toLowerCase() === 'v';
    const takes = (event.key === 'Tab' || event.key === 'Enter') && !with_control && !event.shiftKey;
    if (open && takes) {
      event.preventDefault();
      const chosen = moved.current && found.find(({ key }) => combobox.item(active)?.value === key);
      return accept(chosen || found[0]!);
    }
    if (open && trigger?.kind === 'channel' && event.key === '>') {
      event.preventDefault();
      const chosen = (moved.current && found.find(({ key }) => combobox.item(active)?.value === key)) || found[0]!;
      return accept({ ...chosen, text: chosen.text.replace(/\*\* $/, '>') });
    }
    if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) moved.current = true;
    // Emoji are loaded once; whoever types faster than that means the emoji all the same.
    if (coming && trigger?.kind === 'emoji' && takes && event.key === 'Enter') {
      event.preventDefault();
      void coming.then(([first]) => (first ? accept(first, trigger) : enter()));
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (open) {
        dismissed.current = trigger?.start ?? null;
        setTrigger(null);
      } else if (leave) leave();
      else field.current?.blur();
      return;
    }
    const plain = !with_control && !event.shiftKey && !event.altKey;
    if (plain && field.current!.value === '' && pressedEmpty?.(event.key)) return event.preventDefault();
    const enter_sends = engine.state.get().user_settings.enter_sends;
    if (event.key === 'Enter' && (with_control || (enter_sends && !event.shiftKey))) {
      event.preventDefault();
      send();
      return;
    }
    if (event.key === 'Enter') {
      const { value: text, selectionStart: from, selectionEnd: to } = field.current!;
      const next = continueList({ text, from, to });
      if (!next) return;
      event.preventDefault();
      apply(() => next);
      return;
    }
    const letter = event.key.toLowerCase();
    const format = with_control && !event.altKey ? (event.shiftKey ? SHIFT_KEYS : KEYS)[letter] : undefined;
    if (format) {
      event.preventDefault();
      apply(FORMATS[format]);
    }
  };
  return (
    <>
      <Ariakit.Combobox
        store={combobox}
        autoSelect
        value={value}
        showOnClick={false}
        showOnChange={false}
        showOnKeyPress={false}
        setValueOnChange={false}
        // Before the list of suggestions takes any key.
        onKeyDownCapture={onKeyDown}
        render={
          <PlainField
            ref={field}
            className="compose-field"
            rows={1}
            dir="auto"
            aria-label={label}
            placeholder={placeholder}
            onChange={(event) => {
              change(event.target.value);
              look();
            }}
            onSelect={look}
            onFocus={() => void loadEmoji().catch(() => {})}
            onBlur={() => setTrigger(null)}
            onKeyUp={() => {
              plain_wanted.current = false;
            }}
            onPaste={onPaste}
          />
        }
      />
      <Ariakit.ComboboxPopover
        store={combobox}
        hidden={found.length === 0 || trigger === null}
        className="popover suggestions"
        portal
        // Within what it belongs to, for those who go from landmark to landmark; the focus stays in the field.
        portalElement={() => field.current?.closest<HTMLElement>('[role="dialog"], main') ?? null}
        preserveTabOrder={false}
        fixed
        gutter={6}
        aria-label={t('suggestions')}
        getAnchorRect={() => field.current?.getBoundingClientRect() ?? null}
      >
        {found.map((suggestion) => (
          <Ariakit.ComboboxItem
            key={suggestion.key}
            value={suggestion.key}
            className="suggestion"
            focusOnHover
            setValueOnClick={false}
            onMouseMove={() => {
              moved.current = true;
            }}
            onClick={() => accept(suggestion)}
          >
            <Picture suggestion={suggestion} />
            <span className="suggestion-label">{suggestion.label}</span>
            <span className="suggestion-detail quiet">{suggestion.detail}</span>
          </Ariakit.ComboboxItem>
        ))}
      </Ariakit.ComboboxPopover>
      {asking && (
        <TimeDialog
          insert={(text) => requestAnimationFrame(() => apply(insertion(text)))}
          close={() => {
            setAsking(false);
            requestAnimationFrame(() => field.current?.focus());
          }}
        />
      )}
    </>
  );
}

/** A field of several lines may not call itself a combobox; what it offers it says all the same. */
function PlainField({ role: _role, 'aria-expanded': _expanded, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} />;
}

function Picture({ suggestion: { user_id, channel_id, emoji, icon, image } }: { suggestion: Suggestion }) {
  const state = useEngine().state.get();
  if (user_id !== undefined) return <Avatar person={findPerson(state, user_id)} size="s" />;
  if (channel_id !== undefined) return <ChannelMark channel={findChannel(state, channel_id)} />;
  if (icon) return <Icon name={icon} />;
  if (image) return <img className="emoji-image" src={image} alt="" />;
  return <span className="emoji-text">{emoji}</span>;
}
