// The pages that aren't conversations, each loaded when it is first opened. A new page is named here.
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { t } from '../text/text.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import type { PageName } from '../views/view.ts';

export interface PageProps {
  /** Where in the page the reader is: the parts of the address after its name. */
  readonly path: readonly string[];
}

const PAGES: Readonly<Record<PageName, ComponentType<PageProps>>> = {
  settings: lazy(async () => ({ default: (await import('../settings/settings-page.tsx')).SettingsPage })),
  organization: lazy(async () => ({
    default: (await import('../organization/organization-page.tsx')).OrganizationPage,
  })),
  people: lazy(async () => ({ default: (await import('../people/people-page.tsx')).PeoplePage })),
  user: lazy(async () => ({ default: (await import('../people/profile-page.tsx')).ProfilePage })),
  groups: lazy(async () => ({ default: (await import('../groups/groups-page.tsx')).GroupsPage })),
  channels: lazy(async () => ({ default: (await import('../channels/channels-page.tsx')).ChannelsPage })),
};

export function Page({ page, path }: { page: PageName } & PageProps) {
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
