// Pages that aren't conversations, each loaded when first opened. New pages are added here.
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { t } from '../base/text/text.ts';
import { LoadFailed } from '../base/ui/load-failed.tsx';
import type { PageName, PageProps } from '../base/views/view.ts';

const PAGES: Readonly<Record<PageName, ComponentType<PageProps>>> = {
  settings: lazy(async () => ({ default: (await import('../features/settings/settings-page.tsx')).SettingsPage })),
  organization: lazy(async () => ({
    default: (await import('../features/organization/organization-page.tsx')).OrganizationPage,
  })),
  people: lazy(async () => ({ default: (await import('../features/people/people-page.tsx')).PeoplePage })),
  user: lazy(async () => ({ default: (await import('../features/people/profile-page.tsx')).ProfilePage })),
  groups: lazy(async () => ({ default: (await import('../features/groups/groups-page.tsx')).GroupsPage })),
  channels: lazy(async () => ({ default: (await import('../features/channels/channels-page.tsx')).ChannelsPage })),
};

export function PageOutlet({ page, path }: { page: PageName } & PageProps) {
  const Shown = PAGES[page];
  return (
    <div className="page">
      <LoadFailure>
        <Suspense fallback={<p className="starting quiet">{t('loading')}</p>}>
          <Shown path={path} />
        </Suspense>
      </LoadFailure>
    </div>
  );
}

class LoadFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return <LoadFailed />;
  }
}
