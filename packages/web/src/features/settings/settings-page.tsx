// The reader's own settings, by section, with a field that finds a setting by a word. A new section is named here.
import { lazy } from 'react';
import { t } from '../../base/text/text.ts';
import { useSectionSearch } from '../../base/ui/section-search.tsx';
import { type Section, Sections } from '../../base/ui/sections.tsx';
import type { PageProps } from '../../base/views/view.ts';
import { FoundSettings } from './found-settings.tsx';

export const SETTINGS_SECTIONS: readonly Section[] = [
  {
    id: 'profile',
    title: 'set_profile',
    content: lazy(async () => ({ default: (await import('./profile.tsx')).Profile })),
  },
  {
    id: 'account',
    title: 'set_account',
    content: lazy(async () => ({ default: (await import('./account.tsx')).Account })),
  },
  {
    id: 'sessions',
    title: 'sessions_title',
    content: lazy(async () => ({ default: (await import('../devices/devices-page.tsx')).DevicesPage })),
  },
  {
    id: 'preferences',
    title: 'preferences_title',
    content: lazy(async () => ({ default: (await import('./preferences.tsx')).Preferences })),
  },
  {
    id: 'notifications',
    title: 'set_notifications',
    content: lazy(async () => ({ default: (await import('./notifications.tsx')).Notifications })),
  },
  {
    id: 'privacy',
    title: 'set_privacy',
    content: lazy(async () => ({ default: (await import('./preferences.tsx')).Privacy })),
  },
  {
    id: 'topics',
    title: 'set_topics',
    content: lazy(async () => ({ default: (await import('./topics.tsx')).Topics })),
  },
  {
    id: 'muted-users',
    title: 'set_muted_people',
    content: lazy(async () => ({ default: (await import('./muted-people.tsx')).MutedPeople })),
  },
  {
    id: 'alert-words',
    title: 'set_alert_words',
    content: lazy(async () => ({ default: (await import('./alert-words.tsx')).AlertWords })),
  },
  {
    id: 'snippets',
    title: 'set_snippets',
    content: lazy(async () => ({ default: (await import('./snippets.tsx')).Snippets })),
  },
  {
    id: 'bots',
    title: 'set_bots',
    content: lazy(async () => ({ default: (await import('../bots/bots.tsx')).OwnBots })),
  },
];

/** Names that links of existing clients use for a section. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'account-and-privacy': 'account',
  'display-settings': 'preferences',
  'your-account': 'account',
  'your-bots': 'bots',
};

export function SettingsPage({ path: [asked] }: PageProps) {
  const current = asked !== undefined && Object.hasOwn(OTHER_NAMES, asked) ? OTHER_NAMES[asked] : asked;
  const { query, field } = useSectionSearch(current, t('set_search'));
  return (
    <Sections
      page="settings"
      sections={SETTINGS_SECTIONS}
      current={current}
      head={field}
      instead={query === '' ? undefined : <FoundSettings query={query} sections={SETTINGS_SECTIONS} />}
    />
  );
}
