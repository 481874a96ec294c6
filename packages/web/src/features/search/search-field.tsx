// The search field: words, and terms that are suggested while typing and become tokens.
import * as Ariakit from '@ariakit/react';
import type { RefObject } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Chip } from '../../base/ui/chip.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import type { Term } from '../../base/views/view.ts';
import { SuggestionItem } from '../../domain/writing/suggestion-item.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { describeTerm } from '../../model/state/names.ts';
import type { SearchProps } from './search-box.tsx';
import { useSearchPlaceholder } from './search-placeholder.ts';
import type { Suggestion } from './suggest.ts';
import { useSearch } from './use-search.ts';

export function SearchField(props: SearchProps) {
  const placeholder = useSearchPlaceholder();
  const { input, combobox, tokens, typed, open, found, setOpen, choose, onKeyDown, drop, clear } = useSearch(props);
  return (
    <search className="search">
      <Icon name="search" size={16} />
      {tokens.length > 0 && <Tokens tokens={tokens} drop={drop} />}
      <Ariakit.ComboboxProvider store={combobox}>
        <Ariakit.Combobox
          ref={input}
          id="search-input"
          className="search-input"
          placeholder={tokens.length > 0 ? '' : placeholder}
          aria-label={t('search_placeholder')}
          enterKeyHint="search"
          autoSelect
          showOnClick
          onFocus={() => setOpen(true)}
          onKeyDownCapture={onKeyDown}
        />
        <Suggestions input={input} found={found} choose={choose} />
      </Ariakit.ComboboxProvider>
      {(tokens.length > 0 || typed !== '') && (
        <IconButton icon="close" size={15} label={t('search_clear')} className="search-clear" onClick={clear} />
      )}
      <span className="hidden-text" role="status">
        {open ? t('search_suggestions', { count: found.length }) : ''}
      </span>
    </search>
  );
}

interface SuggestionsProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly found: readonly Suggestion[];
  choose(suggestion: Suggestion): void;
}

function Suggestions({ input, found, choose }: SuggestionsProps) {
  return (
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
        <SuggestionItem
          key={suggestion.key}
          suggestion={{ icon: 'search', ...suggestion }}
          hideOnClick={false}
          onClick={() => choose(suggestion)}
        />
      ))}
    </Ariakit.ComboboxPopover>
  );
}

function Tokens({ tokens, drop }: { tokens: readonly Term[]; drop(term: Term): void }) {
  const state = useEngine().state.get();
  return (
    <ul className="search-tokens" aria-label={t('search_terms')}>
      {tokens.map((term) => (
        <Chip key={JSON.stringify(term)} name={describeTerm(state, term)} remove={() => drop(term)} />
      ))}
    </ul>
  );
}
