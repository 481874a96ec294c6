// Personal settings by section, with a search field. New sections are added here.
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { lazyComponent } from '../../base/ui/lazy-component.tsx';
import { useSectionSearch } from '../../base/ui/section-search.tsx';
import { type Section, Sections } from '../../base/ui/sections.tsx';
import type { PageProps } from '../../base/views/view.ts';
import { findRows } from './find-rows.ts';
import { FoundSections } from './found-sections.tsx';
import { OwnRows } from './preferences.tsx';
import { ALL_GROUPS, textsOf } from './setting-rows.ts';

export const SETTINGS_SECTIONS: readonly Section[] = [
  {
    id: 'profile',
    title: 'set_profile',
    content: lazyComponent(async () => (await import('./profile.tsx')).Profile),
  },
  {
    id: 'account',
    title: 'set_account',
    content: lazyComponent(async () => (await import('./account.tsx')).Account),
  },
  {
    id: 'sessions',
    title: 'sessions_title',
    content: lazyComponent(async () => (await import('../devices/devices-page.tsx')).DevicesPage),
  },
  {
    id: 'preferences',
    title: 'preferences_title',
    content: lazyComponent(async () => (await import('./preferences.tsx')).Preferences),
  },
  {
    id: 'notifications',
    title: 'set_notifications',
    content: lazyComponent(async () => (await import('./notifications.tsx')).Notifications),
  },
  {
    id: 'privacy',
    title: 'set_privacy',
    content: lazyComponent(async () => (await import('./preferences.tsx')).Privacy),
  },
  {
    id: 'topics',
    title: 'set_topics',
    content: lazyComponent(async () => (await import('./topics.tsx')).Topics),
  },
  {
    id: 'muted-users',
    title: 'set_muted_people',
    content: lazyComponent(async () => (await import('./muted-people.tsx')).MutedPeople),
  },
  {
    id: 'alert-words',
    title: 'set_alert_words',
    content: lazyComponent(async () => (await import('./alert-words.tsx')).AlertWords),
  },
  {
    id: 'snippets',
    title: 'set_snippets',
    content: lazyComponent(async () => (await import('./snippets.tsx')).Snippets),
  },
  {
    id: 'bots',
    title: 'set_bots',
    content: lazyComponent(async () => (await import('../bots/bots.tsx')).OwnBots),
  },
];

/** Keywords of sections without searchable rows. */
const ABOUT: Readonly<Record<string, readonly TextKey[]>> = {
  profile: ['set_full_name', 'set_avatar', 'set_status', 'set_timezone', 'set_profile_fields'],
  account: ['email', 'password', 'two_factor', 'set_role', 'set_joined', 'set_deactivate'],
  preferences: ['set_link_previews'],
  notifications: ['set_table', 'set_column_desktop', 'set_column_email', 'set_column_push', 'set_own_channels'],
  topics: ['set_topic_table', 'set_policy_followed', 'set_policy_muted'],
};

/** Names that links of existing clients use for a section. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'account-and-privacy': 'account',
  'display-settings': 'preferences',
  'your-account': 'account',
  'your-bots': 'bots',
};

export function SettingsPage({ path: [section] }: PageProps) {
  const current = section !== undefined && Object.hasOwn(OTHER_NAMES, section) ? OTHER_NAMES[section] : section;
  const { query, field } = useSectionSearch(current);
  return (
    <Sections
      page="settings"
      sections={SETTINGS_SECTIONS}
      current={current}
      head={field}
      instead={query === '' ? undefined : <FoundSettings query={query} />}
    />
  );
}

function FoundSettings({ query }: { query: string }) {
  const groups = findRows(ALL_GROUPS, textsOf, query, t);
  return (
    <FoundSections
      page="settings"
      query={query}
      sections={SETTINGS_SECTIONS}
      about={ABOUT}
      has_rows={groups.length > 0}
    >
      <OwnRows groups={groups} />
    </FoundSections>
  );
}
