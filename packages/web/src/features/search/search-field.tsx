// The search field: words, and terms that are suggested while typing and become tokens.
import * as Ariakit from '@ariakit/react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { keyOf, type Term } from '../../base/views/view.ts';
import { fetchTopics, knownTopics } from '../../domain/channels/topics.ts';
import { recencyOf } from '../../domain/people/recency.ts';
import { SuggestionContent } from '../../domain/writing/suggestion-content.tsx';
import { useEngine, useNavigation } from '../../model/engine/context.ts';
import { describeTerm } from '../../model/state/names.ts';
import { dayDialogOpen } from '../../model/state/screen.ts';
import { fieldOf, parseQuery, targetOf, withTerm } from './query.ts';
import type { SearchProps } from './search-box.tsx';
import { channelOf, lastOf, type Scene, type Suggestion, suggestionsFor, tokensIn } from './suggest.ts';

/** Fetches unknown topics of a channel; the returned number grows when they arrive. */
function useTopicsOf(channel_id: number | null): number {
  const engine = useEngine();
  const [version, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (channel_id !== null && !knownTopics(channel_id)) fetchTopics(engine, channel_id).then(again, () => {});
  }, [engine, channel_id]);
  return version;
}

export function SearchField({ begun }: SearchProps) {
  const engine = useEngine();
  const { go, route } = useNavigation();
  const { view, date } = route;
  const key = keyOf(view);
  const input = useRef<HTMLInputElement>(null);
  const [tokens, setTokens] = useState<readonly Term[]>([]);
  const [typed, setTyped] = useState(begun.current?.text ?? '');
  const [open, setOpen] = useState(false);
  /** The reader moved in the list; otherwise Enter takes the first suggestion. */
  const moved = useRef(false);
  const fill = (terms: readonly Term[], words: string) => {
    setTokens(terms);
    setTyped(words);
  };
  const clear = () => fill([], '');
  const show = () => {
    const { tokens, words } = fieldOf(view);
    const day: Term[] = view.kind === 'search' && date ? [{ operator: 'date', operand: date, negated: false }] : [];
    fill([...tokens, ...day], words);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view changes what the field says
  useEffect(() => {
    const { current } = begun;
    begun.current = null;
    // Text that is being typed stays.
    if (!current && document.activeElement !== input.current) show();
    else if (current?.had_focus) input.current?.focus();
  }, [key, date]);

  const query = useDeferredValue(typed);
  const wants_topics = open && (query !== '' || tokens.length > 0);
  const version = useTopicsOf(wants_topics ? channelOf(view, tokens) : null);
  const scene = (): Scene => ({
    state: engine.state.get(),
    recency: recencyOf(engine),
    view,
    topicsOf: knownTopics,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is found in and for
  const found = useMemo(
    () => (open ? suggestionsFor(scene(), tokens, query) : []),
    [open, tokens, query, key, version],
  );

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
  const addTokens = (terms: readonly Term[], rest: string) => {
    // Complete terms before it become tokens too.
    const before = parseQuery(rest, engine.state.get());
    const whole = before.is_complete ? before.terms.filter(({ operator }) => operator !== 'search') : [];
    const words = before.is_complete
      ? String(before.terms.find(({ operator }) => operator === 'search')?.operand ?? '')
      : rest;
    setTokens((now) => [...whole, ...terms].reduce<readonly Term[]>(withTerm, now));
    setTyped(words === '' ? '' : `${words} `);
  };
  /** Moves the focus to the messages, so that the keyboard walks through the results. */
  const leave = () => {
    setOpen(false);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  };
  const follow = ({ effect }: Suggestion) => {
    moved.current = false;
    if (effect.kind === 'search') {
      const target = targetOf(effect.terms, engine.own_id);
      if (!target) return;
      leave();
      if (target.view.kind === 'search') {
        const { tokens, words } = fieldOf(target.view);
        fill(tokens, words);
      } else clear();
      return go(target.view, target.near, target.date);
    }
    if (effect.kind === 'day') {
      setTyped(effect.rest);
      leave();
      return dayDialogOpen.set(true);
    }
    if (effect.kind === 'add') addTokens(effect.terms, effect.rest);
    else setTyped(effect.text);
    setOpen(true);
    input.current?.focus();
  };
  const drop = (term: Term) => {
    setTokens(tokens.filter((token) => token !== term));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key: pressed } = event;
    if (/^(Arrow|Page)(Up|Down)$/.test(pressed)) moved.current = true;
    else if (pressed === 'Backspace' && typed === '' && tokens.length > 0) {
      event.preventDefault();
      setTokens(tokens.slice(0, -1));
    } else if (pressed === 'Escape' && !open) {
      show();
      leave();
    } else if (pressed === 'Enter' || (pressed === 'Tab' && !event.shiftKey)) {
      const active = combobox.item(combobox.getState().activeId)?.value;
      // The list may still show suggestions for fewer letters than were typed.
      const chosen =
        moved.current && open
          ? found.find((suggestion) => suggestion.key === active)
          : suggestionsFor(scene(), tokens, typed)[0];
      const is_value = chosen?.effect.kind === 'add' || chosen?.effect.kind === 'write';
      // Tab completes a term; in an empty field it moves on.
      if (pressed === 'Tab' && !(is_value && open && lastOf(typed).text + typed !== '')) return;
      event.preventDefault();
      if (chosen && (chosen.effect.kind !== 'write' || typed !== '' || moved.current)) follow(chosen);
    }
  };
  return (
    <search className="search">
      <Icon name="search" size={16} />
      {tokens.length > 0 && <Tokens tokens={tokens} drop={drop} />}
      <Ariakit.ComboboxProvider store={combobox}>
        <Ariakit.Combobox
          ref={input}
          id="search-input"
          className="search-input"
          placeholder={tokens.length > 0 ? '' : t('search_placeholder')}
          aria-label={t('search_placeholder')}
          enterKeyHint="search"
          autoSelect
          showOnClick
          onFocus={() => setOpen(true)}
          onKeyDownCapture={onKeyDown}
        />
        <Ariakit.ComboboxPopover
          className="popover suggestions search-suggestions"
          gutter={6}
          portal
          portalElement={() => input.current?.closest<HTMLElement>('main') ?? null}
          preserveTabOrder={false}
          fixed
          unmountOnHide
          hidden={found.length === 0}
          aria-label={t('suggestions')}
        >
          {found.map((suggestion) => (
            <Ariakit.ComboboxItem
              key={suggestion.key}
              value={suggestion.key}
              className="suggestion"
              focusOnHover
              setValueOnClick={false}
              hideOnClick={false}
              onClick={() => follow(suggestion)}
            >
              <SuggestionContent
                label={suggestion.label}
                detail={suggestion.detail}
                user_id={suggestion.user_id}
                channel_id={suggestion.channel_id}
                icon={suggestion.icon ?? 'search'}
              />
            </Ariakit.ComboboxItem>
          ))}
        </Ariakit.ComboboxPopover>
      </Ariakit.ComboboxProvider>
      {(tokens.length > 0 || typed !== '') && (
        <button
          type="button"
          className="icon-button search-clear"
          title={t('search_clear')}
          onClick={() => {
            clear();
            input.current?.focus();
          }}
        >
          <Icon name="close" size={15} />
          <span className="hidden-text">{t('search_clear')}</span>
        </button>
      )}
      <span className="hidden-text" role="status">
        {open ? t('search_suggestions', { count: found.length }) : ''}
      </span>
    </search>
  );
}

function Tokens({ tokens, drop }: { tokens: readonly Term[]; drop(term: Term): void }) {
  const state = useEngine().state.get();
  return (
    <ul className="search-tokens" aria-label={t('search_terms')}>
      {tokens.map((term) => {
        const name = describeTerm(state, term);
        return (
          <li key={JSON.stringify(term)} className="chip">
            <span className="chip-name" dir="auto">
              {name}
            </span>
            <button
              type="button"
              className="chip-remove"
              title={t('remove_from_list', { name })}
              onClick={() => drop(term)}
            >
              <Icon name="close" size={13} />
              <span className="hidden-text">{t('remove_from_list', { name })}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
