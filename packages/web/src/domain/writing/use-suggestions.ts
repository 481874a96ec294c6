// Suggestions for the word at the cursor: found while typing, chosen by key or pointer.
import * as Ariakit from '@ariakit/react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useEngine } from '../../model/engine/context.ts';
import { countUse } from '../emoji/frequent.ts';
import { type Suggestion, suggest } from './suggestions.ts';
import { replaceText, withControl } from './text-edits.ts';
import { blockEnd, findTrigger, isSameTrigger, type Trigger } from './triggers.ts';

const NONE: readonly Suggestion[] = [];

/** The suggestions of this trigger; `coming` while they are fetched. */
function useFoundSuggestions(trigger: Trigger | null, channel_id: number | null) {
  const engine = useEngine();
  const result = useMemo(() => (trigger ? suggest(engine, trigger, channel_id) : NONE), [engine, trigger, channel_id]);
  const [fetched, setFetched] = useState<{ readonly of: unknown; readonly found: readonly Suggestion[] } | null>(null);
  useEffect(() => {
    if (!(result instanceof Promise)) return;
    // An earlier result may arrive after a later one.
    let is_latest = true;
    result.then((found) => is_latest && setFetched({ of: result, found })).catch(() => {});
    return () => {
      is_latest = false;
    };
  }, [result]);
  if (!(result instanceof Promise)) return { found: result, coming: null };
  const found = fetched?.of === result ? fetched.found : null;
  return { found: found ?? NONE, coming: found ? null : result };
}

interface Options {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** The destination channel; its subscribers are suggested first. */
  readonly channel_id: number | null;
  /** Called for a suggestion that asks for a time. */
  askTime(): void;
}

export function useSuggestions({ field, channel_id, askTime }: Options) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const { found, coming } = useFoundSuggestions(trigger, channel_id);
  /** Start of a word whose suggestions were dismissed. */
  const dismissed = useRef<number | null>(null);
  /** The reader moved to a suggestion; otherwise Enter and Tab take the first. */
  const moved = useRef(false);
  const combobox = Ariakit.useComboboxStore({ placement: 'top-start' });
  const active = Ariakit.useStoreState(combobox, 'activeId');
  useEffect(() => {
    moved.current = false;
    if (found.length > 0) combobox.show();
    else combobox.hide();
  }, [found, combobox]);

  const triggerNow = () => {
    const { value, selectionStart, selectionEnd } = field.current!;
    return selectionStart === selectionEnd ? findTrigger(value.slice(0, selectionStart)) : null;
  };
  /** Finds suggestions for the word at the cursor. */
  const look = () => {
    const next = triggerNow();
    if (next?.start !== dismissed.current) dismissed.current = null;
    else if (next) return;
    setTrigger((now) => (isSameTrigger(now, next) ? now : next));
  };
  const accept = ({ text, asks, emoji_code }: Suggestion) => {
    // Hides suggestions of an earlier word once the text at the cursor has changed.
    if (!trigger || !isSameTrigger(trigger, triggerNow())) return;
    const { start } = trigger;
    const element = field.current!;
    const end = blockEnd(trigger, text, element.value.slice(element.selectionStart));
    setTrigger(null);
    replaceText(element, start, element.selectionStart, text + end);
    element.setSelectionRange(start + text.length, start + text.length);
    if (emoji_code) countUse(emoji_code);
    if (asks) askTime();
  };
  const chosen = () => (moved.current && found.find(({ key }) => combobox.item(active)?.value === key)) || found[0]!;

  /** Handles a key; false if it is for the field. `enter` is the action of Enter without suggestions. */
  const takeKey = (event: KeyboardEvent, enter: () => void): boolean => {
    const open = combobox.getState().open && found.length > 0;
    const bare = !withControl(event) && !event.shiftKey;
    if (open && bare && (event.key === 'Tab' || event.key === 'Enter')) accept(chosen());
    else if (open && trigger?.kind === 'channel' && event.key === '>') {
      const channel = chosen();
      accept({ ...channel, text: channel.text.replace(/\*\* $/, '>') });
    } else if (coming && trigger?.kind === 'emoji' && bare && event.key === 'Enter')
      // Emoji are loaded once; Enter pressed before that still takes the emoji.
      void coming.then(([first]) => (first ? accept(first) : enter()));
    else if (open && event.key === 'Escape') {
      event.stopPropagation();
      dismissed.current = trigger?.start ?? null;
      setTrigger(null);
      return true;
    } else {
      if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) moved.current = true;
      return false;
    }
    event.preventDefault();
    return true;
  };
  return {
    combobox,
    found,
    look,
    accept,
    takeKey,
    /** The pointer selects the suggestion that keys will take. */
    point: () => {
      moved.current = true;
    },
    end: () => setTrigger(null),
  };
}
