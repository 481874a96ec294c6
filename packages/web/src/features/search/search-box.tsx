// The field that searches messages, with suggestions of channels, people and what messages may have.
import * as Ariakit from '@ariakit/react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { t } from '../../base/text/text.ts';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { keyOf, viewOf } from '../../base/views/view.ts';
import { useAppState, useEngine, useNavigation } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';
import { parseQuery, writeQuery } from './query.ts';

interface Suggestion {
  readonly query: string;
  readonly label: string;
  readonly icon: IconName;
}

const SHOWN = 4;
const HAS = ['link', 'image', 'attachment', 'reaction'];

function suggestionsFor(state: State, query: string): Suggestion[] {
  const words = query.trim();
  const last = words.split(/\s+/).at(-1)?.toLocaleLowerCase() ?? '';
  const before = words.slice(0, words.length - last.length);
  const quoted = (name: string) => (/\s/.test(name) ? `"${name}"` : name);
  const found: Suggestion[] = words ? [{ query: words, label: t('search_for', { text: words }), icon: 'search' }] : [];
  if (last.length === 0)
    return HAS.map((what) => ({ query: `has:${what}`, label: t('search_has', { what }), icon: 'attach' as const }));
  for (const { name } of state.subscriptions
    .filter(({ name }) => name.toLocaleLowerCase().startsWith(last))
    .slice(0, SHOWN))
    found.push({
      query: `${before}channel:${quoted(name)}`,
      label: t('search_channel', { channel: name }),
      icon: 'channel',
    });
  const people = state.realm_users
    .filter(({ full_name }) => full_name.toLocaleLowerCase().includes(last))
    .slice(0, SHOWN);
  for (const { full_name } of people) {
    found.push({
      query: `${before}from:${quoted(full_name)}`,
      label: t('search_sender', { name: full_name }),
      icon: 'person',
    });
  }
  return found;
}

export function SearchBox() {
  const engine = useEngine();
  const { go, route } = useNavigation();
  const state = useAppState((all) => all);
  const key = keyOf(route.view);
  const [value, setValue] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view changes what the field says
  useEffect(() => {
    setValue(route.view.kind === 'search' ? writeQuery(route.view.terms, engine.state.get()) : '');
  }, [key, engine]);
  const query = useDeferredValue(value);
  const found = useMemo(() => suggestionsFor(state, query), [state, query]);
  const search = (text: string) => {
    const terms = parseQuery(text, engine.state.get());
    if (terms.length === 0) return;
    go(viewOf(terms, engine.own_id));
  };
  return (
    <search className="search">
      <Ariakit.ComboboxProvider value={value} setValue={setValue} resetValueOnHide={false}>
        <Icon name="search" size={16} />
        <Ariakit.Combobox
          id="search-input"
          className="search-input"
          placeholder={t('search_placeholder')}
          aria-label={t('search_placeholder')}
          autoSelect
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            else if (event.key === 'Enter' && found.length === 0) search(value);
          }}
        />
        <Ariakit.ComboboxPopover
          className="popover suggestions"
          gutter={6}
          portal
          aria-label={t('suggestions')}
          unmountOnHide
        >
          {found.map(({ query: its, label, icon }) => (
            <Ariakit.ComboboxItem
              key={its + icon}
              value={its}
              className="suggestion"
              focusOnHover
              onClick={() => search(its)}
            >
              <Icon name={icon} size={16} />
              <span className="suggestion-label">{label}</span>
            </Ariakit.ComboboxItem>
          ))}
          {query === '' && <p className="suggestion-hint quiet">{t('search_hint')}</p>}
        </Ariakit.ComboboxPopover>
      </Ariakit.ComboboxProvider>
    </search>
  );
}
