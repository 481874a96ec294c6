// Pages that aren't conversations, each loaded when first opened. New pages are added here.
import type { ComponentType } from 'react';
import { lazyComponent } from '../base/ui/lazy-component.tsx';
import { LoadFailure } from '../base/ui/load-failed.tsx';
import type { PageName, PageProps } from '../base/views/view.ts';

const PAGES: Readonly<Record<PageName, ComponentType<PageProps>>> = {
  settings: lazyComponent(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  organization: lazyComponent(
    async () => (await import('../features/organization/organization-page.tsx')).OrganizationPage,
  ),
  people: lazyComponent(async () => (await import('../features/people/people-page.tsx')).PeoplePage),
  user: lazyComponent(async () => (await import('../features/people/profile-page.tsx')).ProfilePage),
  groups: lazyComponent(async () => (await import('../features/groups/groups-page.tsx')).GroupsPage),
  channels: lazyComponent(async () => (await import('../features/channels/channels-page.tsx')).ChannelsPage),
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
