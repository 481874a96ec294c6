// Pages that aren't conversations, each loaded when first opened. New pages are added here.
import type { ComponentType } from 'react';
import { deferred } from '../base/ui/deferred-component.tsx';
import { LoadFailure } from '../base/ui/load-failed.tsx';
import type { PageName, PageProps } from '../base/views/view.ts';

const PAGES: Readonly<Record<PageName, ComponentType<PageProps>>> = {
  settings: deferred(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  organization: deferred(async () => (await import('../features/organization/organization-page.tsx')).OrganizationPage),
  people: deferred(async () => (await import('../features/people/people-page.tsx')).PeoplePage),
  user: deferred(async () => (await import('../features/people/profile-page.tsx')).ProfilePage),
  groups: deferred(async () => (await import('../features/groups/groups-page.tsx')).GroupsPage),
  channels: deferred(async () => (await import('../features/channels/channels-page.tsx')).ChannelsPage),
};

export function PageOutlet({ page, path }: { page: PageName } & PageProps) {
  const Shown = PAGES[page];
  return (
    <div className="page">
      <LoadFailure key={page}>
        <Shown path={path} />
      </LoadFailure>
    </div>
  );
}
