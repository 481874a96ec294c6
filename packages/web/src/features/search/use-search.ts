// The behaviour of the search field: suggestions, keys, and where a chosen suggestion leads. A search up to a day leads to the
// newest message before it.
import * as Ariakit from '@ariakit/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { notify } from '../../base/ui/notices.ts';
import { narrowOf, startOfDay, type Term, type View } from '../../base/views/view.ts';
import { useEngine, useNavigation } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { MESSAGE_FORM } from '../../model/messages/message-requests.ts';
import { dayText } from '../../model/state/names.ts';
import { dayDialogOpen } from '../../model/state/screen.ts';
import { fieldOf, targetOf } from './query.ts';
import type { SearchProps } from './search-box.tsx';
import { lastOf, type Suggestion, tokensIn } from './suggest.ts';
import { useSearchSuggestions } from './use-search-suggestions.ts';
import { useSearchTerms } from './use-search-terms.ts';

export function useSearch(props: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const terms = useSearchTerms(props, input);
  const { tokens, typed, setTokens, setTyped, addTokens } = terms;
  const [open, setOpen] = useState(false);
  /** The reader moved in the list; otherwise Enter takes the first suggestion. */
  const moved = useRef(false);
  const { scene, suggest, found } = useSearchSuggestions(terms, open);
  const combobox = Ariakit.useComboboxStore({
    value: typed,
    setValue(value) {
      moved.current = false;
      const made = tokensIn(scene(), value);
      if (made) addTokens(made.terms, made.rest);
      else setTyped(value);
    },
    open,
    setOpen,
    resetValueOnHide: false,
  });
  const focus = () => input.current?.focus();
  /** Moves the focus to the messages, so that the keyboard walks through the results. */
  const leave = () => {
    setOpen(false);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  };
  const goToResults = useResults(terms.fill, leave);
  const choose = ({ effect }: Suggestion) => {
    moved.current = false;
    if (effect.kind === 'search') return goToResults(effect.terms);
    if (effect.kind === 'day') {
      setTyped(effect.rest);
      leave();
      return dayDialogOpen.set(true);
    }
    if (effect.kind === 'add') addTokens(effect.terms, effect.rest);
    else setTyped(effect.text);
    setOpen(true);
    focus();
  };
  const pressToChoose = (event: KeyboardEvent<HTMLInputElement>) => {
    const active = combobox.item(combobox.getState().activeId)?.value;
    // The list may still show suggestions for fewer letters than were typed.
    const chosen = moved.current && open ? found.find(({ key }) => key === active) : suggest(typed)[0];
    const is_value = chosen?.effect.kind === 'add' || chosen?.effect.kind === 'write';
    // Tab completes a term; in an empty field it moves on.
    if (event.key === 'Tab' && !(is_value && open && lastOf(typed).text + typed !== '')) return;
    event.preventDefault();
    if (chosen && (chosen.effect.kind !== 'write' || typed !== '' || moved.current)) choose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (/^(Arrow|Page)(Up|Down)$/.test(key)) moved.current = true;
    else if (key === 'Backspace' && typed === '' && tokens.length > 0) {
      event.preventDefault();
      setTokens(tokens.slice(0, -1));
    } else if (key === 'Escape' && !open) {
      terms.showView();
      leave();
    } else if (key === 'Enter' || (key === 'Tab' && !event.shiftKey)) pressToChoose(event);
  };
  const drop = (term: Term) => {
    setTokens(tokens.filter((token) => token !== term));
    focus();
  };
  const clear = () => {
    terms.fill([], '');
    focus();
  };
  return { input, combobox, tokens, typed, open, found, setOpen, choose, onKeyDown, drop, clear };
}

/** Opens what the terms lead to; the field then shows the terms of a search, and nothing for a conversation. */
function useResults(fill: (terms: readonly Term[], words: string) => void, leave: () => void) {
  const engine = useEngine();
  const { own_id } = engine;
  const { go } = useNavigation();
  return (terms: readonly Term[]) => {
    const target = targetOf(terms, own_id);
    if (!target) return;
    leave();
    const { tokens, words } = fieldOf(target.view);
    fill(tokens, words);
    const { view, near, date, before } = target;
    if (before) void attempt(async () => go(view, await newestBefore(engine, view, before)));
    else go(view, near, date);
  };
}

/** The newest message of a view before a day; null, after saying so, where there is none. */
async function newestBefore(engine: Engine, view: View, day: string): Promise<number | null> {
  const start = startOfDay(day)!;
  const { messages } = await engine.client.getMessages({
    anchor: 'date',
    anchor_date: start.toISOString(),
    num_before: 1,
    num_after: 0,
    include_anchor: false,
    narrow: narrowOf(view, engine.own_id) ?? [],
    ...MESSAGE_FORM,
  });
  const found = messages.findLast(({ timestamp }) => timestamp * 1000 < start.getTime());
  if (!found) notify(t('date_nothing_before', { day: dayText(day) }));
  return found?.id ?? null;
}
