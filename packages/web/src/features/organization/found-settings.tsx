// What a search of the organization's settings has found: sections by their names, and rows, which work where they are shown.

import { t } from '../../base/text/text.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import type { Section } from '../../base/ui/sections.tsx';
import { hashOf } from '../../base/views/view.ts';
import { speaksOf } from '../settings/find-rows.ts';
import { findRows } from './find-rows.ts';
import { ReadOnlyNotice } from './notice.tsx';
import { RowList } from './row-list.tsx';

export function FoundSettings({ query, sections }: { query: string; sections: readonly Section[] }) {
  const titles = sections.filter(({ title }) => speaksOf([t(title)], query));
  const groups = findRows(query, t);
  return (
    <section className="section" aria-labelledby="section-title">
      <h2 id="section-title">{t('org_found', { query })}</h2>
      {titles.length > 0 && (
        <ul className="found-sections">
          {titles.map(({ id, title }) => (
            <li key={id}>
              <a href={hashOf({ kind: 'page', page: 'organization', path: [id] })}>{t(title)}</a>
            </li>
          ))}
        </ul>
      )}
      {groups.length > 0 && <ReadOnlyNotice />}
      <RowList groups={groups} />
      {titles.length + groups.length === 0 && (
        <EmptyState title={t('org_nothing_found')}>{t('nothing_found')}</EmptyState>
      )}
    </section>
  );
}
