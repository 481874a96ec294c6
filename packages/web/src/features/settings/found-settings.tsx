// What a search of the settings has found: sections by their names and words, and rows, which work where they are shown.

import { type TextKey, t } from '../../base/text/text.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import type { Section } from '../../base/ui/sections.tsx';
import { hashOf } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findRows, speaksOf } from './find-rows.ts';
import { RowList } from './row-list.tsx';

/** What sections are about that have no rows to find. */
const ABOUT: Readonly<Record<string, readonly TextKey[]>> = {
  profile: ['set_full_name', 'set_avatar', 'set_status', 'set_timezone', 'set_profile_fields'],
  account: ['email', 'password', 'set_role', 'set_joined', 'set_deactivate'],
  notifications: ['set_table', 'set_column_desktop', 'set_column_email', 'set_column_push', 'set_own_channels'],
  topics: ['set_topic_table', 'set_policy_followed', 'set_policy_muted'],
};

export function FoundSettings({ query, sections }: { query: string; sections: readonly Section[] }) {
  const { client } = useEngine();
  const settings = useAppState(({ user_settings }) => user_settings);
  const titles = sections.filter(({ id, title }) =>
    speaksOf(
      [title, ...(ABOUT[id] ?? [])].map((key) => t(key)),
      query,
    ),
  );
  const rows = findRows(query, t);
  return (
    <section className="section" aria-labelledby="section-title">
      <h2 id="section-title">{t('set_found', { query })}</h2>
      {titles.length > 0 && (
        <ul className="found-sections">
          {titles.map(({ id, title }) => (
            <li key={id}>
              <a href={hashOf({ kind: 'page', page: 'settings', path: [id] })}>{t(title)}</a>
            </li>
          ))}
        </ul>
      )}
      {rows.map(({ section, groups }) => (
        <RowList key={section} groups={groups} values={settings} save={(change) => client.updateSettings(change)} />
      ))}
      {titles.length + rows.length === 0 && (
        <EmptyState title={t('set_nothing_found')}>{t('nothing_found')}</EmptyState>
      )}
    </section>
  );
}
