// A field beside the sections of a page that finds settings by their words; opening another section ends the search.
import { type ReactNode, useDeferredValue, useState } from 'react';
import { t } from '../text/all-texts.ts';
import { Icon } from './icon.tsx';

/** The search text, empty while there is no search, and its field. */
export function useSectionSearch(current: string | undefined): { query: string; field: ReactNode } {
  const [search, setSearch] = useState({ words: '', section: current });
  const words = search.section === current ? search.words : '';
  const query = useDeferredValue(words.trim());
  const field = (
    <div className="section-filter">
      <Icon name="search" size={15} />
      <input
        type="search"
        value={words}
        placeholder={t('settings_search')}
        aria-label={t('settings_search')}
        onChange={({ target }) => setSearch({ words: target.value, section: current })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || words === '') return;
          event.stopPropagation();
          setSearch({ words: '', section: current });
        }}
      />
    </div>
  );
  return { query, field };
}
