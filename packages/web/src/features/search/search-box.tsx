// The search field of the header: a plain field until the script that suggests has come, which gets what was typed.
import { type RefObject, useRef } from 'react';
import { t } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { lazyComponent } from '../../base/ui/lazy-component.tsx';
import { useSearchPlaceholder } from './search-placeholder.ts';

export interface SearchProps {
  /** The text typed before the script was loaded; read once. */
  readonly begun: RefObject<{ readonly text: string; readonly had_focus: boolean } | null>;
}

const SearchField = lazyComponent(
  async () => (await import('./search-field.tsx')).SearchField,
  SearchWaiting,
  SearchWaiting,
);

function SearchWaiting({ begun }: SearchProps) {
  const placeholder = useSearchPlaceholder();
  const note = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    begun.current = { text: currentTarget.value, had_focus: document.activeElement === currentTarget };
  };
  return (
    <search className="search">
      <Icon name="search" size={16} />
      <input
        id="search-input"
        className="search-input"
        placeholder={placeholder}
        aria-label={t('search_placeholder')}
        onInput={note}
        onFocus={note}
        onBlur={note}
      />
    </search>
  );
}

export function SearchBox() {
  const begun = useRef<{ text: string; had_focus: boolean }>(null);
  return <SearchField begun={begun} />;
}
