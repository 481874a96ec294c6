// Search results of a settings page: sections, and working rows.
import type { ReactNode } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import type { Section } from '../../base/ui/sections.tsx';
import { hashOf, type PageName } from '../../base/views/view.ts';
import { matchesWords } from './find-rows.ts';

interface Props {
  readonly page: PageName;
  readonly query: string;
  readonly sections: readonly Section[];
  /** Keywords of sections without searchable rows. */
  readonly about?: Readonly<Record<string, readonly TextKey[]>>;
  readonly has_rows: boolean;
  readonly children: ReactNode;
}

export function FoundSections({ page, query, sections, about = {}, has_rows, children }: Props) {
  const found = sections.filter((section) =>
    matchesWords(
      [section.title, ...(about[section.id] ?? [])].map((key) => t(key)),
      query,
    ),
  );
  return (
    <section className="section found" aria-labelledby="section-title">
      <h2 id="section-title">{t('settings_found', { query })}</h2>
      {found.length > 0 && (
        <ul className="found-sections">
          {found.map((section) => (
            <li key={section.id}>
              <a href={hashOf({ kind: 'page', page, path: [section.id] })}>{t(section.title)}</a>
            </li>
          ))}
        </ul>
      )}
      {children}
      {found.length === 0 && !has_rows && (
        <EmptyState title={t('settings_nothing_found')}>{t('nothing_found')}</EmptyState>
      )}
    </section>
  );
}
