// The organization's settings: visible to all, changed by administrators. New sections are added here.
import { t } from '../../base/text/all-texts.ts';
import { lazyComponent } from '../../base/ui/lazy-component.tsx';
import { useSectionSearch } from '../../base/ui/section-search.tsx';
import { type Section, Sections } from '../../base/ui/sections.tsx';
import type { PageProps } from '../../base/views/view.ts';
import { useStateOf } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';
import { findRows } from '../settings/find-rows.ts';
import { FoundSections } from '../settings/found-sections.tsx';
import { ReadOnlyNotice } from './notice.tsx';
import { RowList } from './row-list.tsx';
import { ALL_GROUPS, GROUPS_DEPEND_ON, offeredGroups, textsOf } from './setting-rows.ts';

/** State that decides which sections are visible. */
const SEEN_BY = ['is_admin', 'is_owner', 'is_guest'] as const;
type SeenBy = Pick<State, (typeof SEEN_BY)[number]>;

interface OrganizationSection extends Section {
  /** Whether a person sees the section; everybody by default. */
  readonly for?: (state: SeenBy) => boolean;
}

const administrators = ({ is_admin }: SeenBy) => is_admin;
const owners = ({ is_owner }: SeenBy) => is_owner;

/** The sections, by the names that links of existing clients use. */
const SECTIONS: readonly OrganizationSection[] = [
  {
    id: 'organization-profile',
    title: 'org_profile',
    content: lazyComponent(async () => (await import('./profile.tsx')).Profile),
  },
  {
    id: 'organization-settings',
    title: 'org_settings',
    content: lazyComponent(async () => (await import('./rows.tsx')).Settings),
  },
  {
    id: 'organization-permissions',
    title: 'org_permissions',
    content: lazyComponent(async () => (await import('./rows.tsx')).Permissions),
  },
  {
    id: 'auth-methods',
    title: 'org_joining',
    content: lazyComponent(async () => (await import('./joining.tsx')).Joining),
  },
  {
    id: 'organization-level-user-defaults',
    title: 'org_defaults',
    content: lazyComponent(async () => (await import('./default-settings.tsx')).DefaultSettings),
    for: administrators,
  },
  {
    id: 'profile-field-settings',
    title: 'org_fields',
    content: lazyComponent(async () => (await import('./profile-fields.tsx')).ProfileFields),
  },
  {
    id: 'emoji-settings',
    title: 'org_emoji',
    content: lazyComponent(async () => (await import('./emoji.tsx')).EmojiList),
  },
  {
    id: 'linkifier-settings',
    title: 'org_linkifiers',
    content: lazyComponent(async () => (await import('./linkifiers.tsx')).Linkifiers),
  },
  {
    id: 'playground-settings',
    title: 'org_playgrounds',
    content: lazyComponent(async () => (await import('./playgrounds.tsx')).Playgrounds),
  },
  {
    id: 'default-channels-list',
    title: 'org_default_channels',
    content: lazyComponent(async () => (await import('./default-channels.tsx')).DefaultChannels),
  },
  {
    id: 'users',
    title: 'org_people',
    content: lazyComponent(async () => (await import('../people/people-admin.tsx')).PeopleAdmin),
  },
  {
    id: 'bot-list-admin',
    title: 'org_bots',
    content: lazyComponent(async () => (await import('../bots/bots.tsx')).AllBots),
  },
  {
    id: 'invites-list-admin',
    title: 'org_invitations',
    content: lazyComponent(async () => (await import('../invitations/invitations.tsx')).Invitations),
    for: ({ is_guest }) => !is_guest,
  },
  {
    id: 'audit-log',
    title: 'org_audit_log',
    content: lazyComponent(async () => (await import('./audit-log.tsx')).AuditLog),
    for: administrators,
  },
  {
    id: 'data-exports-admin',
    title: 'org_exports',
    content: lazyComponent(async () => (await import('./exports.tsx')).Exports),
    for: administrators,
  },
  {
    id: 'import-admin',
    title: 'org_import',
    content: lazyComponent(async () => (await import('./archive-import.tsx')).ArchiveImport),
    for: owners,
  },
  {
    id: 'deactivation',
    title: 'org_deactivation',
    content: lazyComponent(async () => (await import('./deactivation.tsx')).Deactivation),
    for: owners,
  },
];

/** The sections the reader sees. */
export const organizationSections = (state: SeenBy) => SECTIONS.filter((section) => section.for?.(state) ?? true);

export function OrganizationPage({ path: [current] }: PageProps) {
  const state = useStateOf(SEEN_BY);
  const seen = organizationSections(state);
  const { query, field } = useSectionSearch(current);
  return (
    <Sections
      page="organization"
      sections={seen}
      current={current}
      head={field}
      instead={query === '' ? undefined : <FoundSettings query={query} sections={seen} />}
    />
  );
}

function FoundSettings({ query, sections }: { query: string; sections: readonly Section[] }) {
  const groups = findRows(offeredGroups(ALL_GROUPS, useStateOf(GROUPS_DEPEND_ON)), textsOf, query, t);
  return (
    <FoundSections page="organization" query={query} sections={sections} has_rows={groups.length > 0}>
      {groups.length > 0 && <ReadOnlyNotice />}
      <RowList groups={groups} />
    </FoundSections>
  );
}
