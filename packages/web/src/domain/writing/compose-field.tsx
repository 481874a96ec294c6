// The text field of the compose box and editor: suggestions, formatting keys, sending. Controlled: holds no text of its own.
import * as Ariakit from '@ariakit/react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { selectedMessage } from '../../model/state/screen.ts';
import { loadEmoji } from '../emoji/emoji-list.ts';
import { type Format, insertion } from './formatting.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { applyFormat, formatOfKey, replaceText, withControl } from './text-edits.ts';
import { usePaste } from './use-paste.ts';
import { useSuggestions } from './use-suggestions.ts';

const TimeDialog = lazyDialog(async () => (await import('./time-dialog.tsx')).TimeDialog);

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
  /** The destination channel; its subscribers are suggested first. */
  readonly channel_id?: number | null;
  change(text: string): void;
  send(): void;
  /** Called on Escape; otherwise the field loses the focus. */
  leave?(): void;
  paste?(files: readonly File[]): void;
  /** Handles a key in an empty field; returns true if it did. */
  pressedEmpty?(key: string): boolean;
}

export function ComposeField(props: Props) {
  const { ref, value, label, placeholder, channel_id = null, change } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  /** The dialog for inserting a time is open. */
  const [time_open, setTimeOpen] = useState(false);
  const closeTime = () => {
    setTimeOpen(false);
    requestAnimationFrame(() => field.current?.focus());
  };
  const suggestions = useSuggestions({ field, channel_id, askTime: () => setTimeOpen(true) });
  const { onPaste, onKeyUp, watchKey } = usePaste(field, props.paste);
  const pressKey = useKeys(field, suggestions, props);
  useHeightOf(field, value);
  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      format: (how) => applyFormat(field.current!, how),
      insert: (text) => applyFormat(field.current!, insertion(text)),
    }),
    [],
  );
  return (
    <>
      <Ariakit.Combobox
        store={suggestions.combobox}
        autoSelect
        value={value}
        showOnClick={false}
        showOnChange={false}
        showOnKeyPress={false}
        setValueOnChange={false}
        // Handled before the suggestion list sees the key.
        onKeyDownCapture={(event) => {
          if (event.nativeEvent.isComposing) return;
          watchKey(event);
          pressKey(event);
        }}
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
              suggestions.look();
            }}
            onSelect={suggestions.look}
            onFocus={() => void loadEmoji().catch(() => {})}
            onBlur={suggestions.end}
            onKeyUp={onKeyUp}
            onPaste={onPaste}
          />
        }
      />
      <SuggestionList field={field} suggestions={suggestions} />
      {time_open && (
        <TimeDialog
          insert={(text) => requestAnimationFrame(() => applyFormat(field.current!, insertion(text)))}
          close={closeTime}
          abandon={closeTime}
        />
      )}
    </>
  );
}

/** The field grows with its text, up to a limit in the style sheet. */
function useHeightOf(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    const element = field.current!;
    // Measured while the surroundings keep their size: a message list that grows even briefly loses its position.
    const frame = element.parentElement!;
    frame.style.blockSize = `${frame.offsetHeight}px`;
    element.style.blockSize = 'auto';
    element.style.blockSize = `${element.scrollHeight + 2}px`;
    frame.style.blockSize = '';
  }, [text]);
}

/** Handles a key in the field. */
function useKeys(
  field: RefObject<HTMLTextAreaElement | null>,
  { takeKey }: Pick<ReturnType<typeof useSuggestions>, 'takeKey'>,
  { send, leave, pressedEmpty }: Pick<Props, 'send' | 'leave' | 'pressedEmpty'>,
) {
  const engine = useEngine();
  const enterSends = () => engine.state.get().user_settings.enter_sends;
  const enter = () => {
    if (enterSends()) return send();
    const element = field.current!;
    replaceText(element, element.selectionStart, element.selectionEnd, '\n');
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const element = field.current!;
    if (takeKey(event, enter)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (leave) leave();
      else toMessages(element);
      return;
    }
    const plain = !withControl(event) && !event.shiftKey && !event.altKey;
    if (plain && element.value === '' && pressedEmpty?.(event.key)) return event.preventDefault();
    if (event.key === 'Enter' && (withControl(event) || (enterSends() && !event.shiftKey))) {
      event.preventDefault();
      return send();
    }
    const format = formatOfKey(event, element);
    if (!format) return;
    event.preventDefault();
    applyFormat(element, format);
  };
}

/** From the text to where the keys go on: the selected message, else the list of messages. [WB1015] */
function toMessages(field: HTMLElement): void {
  const list = document.querySelector<HTMLElement>('[data-message-list]');
  const selected = list?.querySelector<HTMLElement>('article.selected');
  const is_in_view = selected && isInView(selected, list!);
  field.blur();
  // Sending has scrolled away from it: the keys begin at what is on the screen.
  if (!is_in_view) selectedMessage.set(null);
  (is_in_view ? selected : list)?.focus({ preventScroll: true });
}

function isInView(row: HTMLElement, list: HTMLElement): boolean {
  const [box, frame] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  return box.bottom > frame.top && box.top < frame.bottom;
}

/** A multi-line field may not be a combobox in ARIA, but can still announce its suggestions. */
function PlainField({ role: _role, 'aria-expanded': _expanded, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} />;
}
