// The account menu: status, picture, settings, theme, shortcuts, sign-out.
import * as Ariakit from '@ariakit/react';
import { lazy, Suspense } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf } from '../../base/views/view.ts';
import { Avatar } from '../../domain/people/avatar.tsx';
import { useAppState } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { signOutRequested } from '../../model/session/sign-out.ts';
import { keysOpen, statusOpen } from '../../model/state/screen.ts';
import { findPerson } from '../../model/state/state.ts';

const THEMES = [
  [1, 'theme_automatic'],
  [3, 'theme_light'],
  [2, 'theme_dark'],
] as const;

/** Links to pages, with icons. */
const PAGES = [
  ['settings', 'settings_title', 'settings'],
  ['groups', 'groups_title', 'people'],
  ['organization', 'organization_title', 'organization'],
] as const;

const StatusDialog = lazy(async () => ({ default: (await import('../status/status-dialog.tsx')).StatusDialog }));

export function AccountMenu({ engine }: { engine: Engine }) {
  const person = useAppState((state) => findPerson(state, state.user_id));
  const may_invite = useAppState(({ can_invite_others_to_realm }) => can_invite_others_to_realm);
  const scheme = useAppState(({ user_settings }) => user_settings.color_scheme);
  return (
    <div className="account">
      <Ariakit.MenuProvider placement="top-start">
        <Ariakit.MenuButton className="account-button">
          <Avatar person={person} size="s" />
          <span className="sidebar-name" dir="auto">
            {person?.full_name}
          </span>
          <Icon name="more" />
          <span className="hidden-text">{t('your_account')}</span>
        </Ariakit.MenuButton>
        <Ariakit.Menu className="menu" portal gutter={6} unmountOnHide>
          <Ariakit.MenuItem className="menu-item" onClick={() => statusOpen.set(true)}>
            <Icon name="smile" /> {t('set_change_status')}
          </Ariakit.MenuItem>
          <Ariakit.MenuItem
            className="menu-item"
            render={<a href={hashOf({ kind: 'page', page: 'settings', path: ['profile'] })} />}
          >
            <Icon name="person" /> {t('set_profile')}
          </Ariakit.MenuItem>
          <Ariakit.MenuSeparator className="menu-separator" />
          <Ariakit.MenuGroup className="menu-group">
            <Ariakit.MenuGroupLabel className="menu-label">{t('theme')}</Ariakit.MenuGroupLabel>
            {THEMES.map(([value, label]) => (
              <Ariakit.MenuItemRadio
                key={value}
                className="menu-item"
                name="theme"
                value={String(value)}
                checked={scheme === value}
                onClick={() => void attempt(() => engine.client.updateSettings({ color_scheme: value }))}
              >
                {t(label)}
                <Ariakit.MenuItemCheck />
              </Ariakit.MenuItemRadio>
            ))}
          </Ariakit.MenuGroup>
          <Ariakit.MenuSeparator className="menu-separator" />
          {PAGES.map(([page, label, icon]) => (
            <Ariakit.MenuItem
              key={page}
              className="menu-item"
              render={<a href={hashOf({ kind: 'page', page, path: [] })} />}
            >
              <Icon name={icon} /> {t(label)}
            </Ariakit.MenuItem>
          ))}
          {may_invite && (
            <Ariakit.MenuItem
              className="menu-item"
              render={<a href={hashOf({ kind: 'page', page: 'organization', path: ['invites-list-admin'] })} />}
            >
              <Icon name="send" /> {t('invite_people')}
            </Ariakit.MenuItem>
          )}
          <Ariakit.MenuItem className="menu-item" onClick={() => keysOpen.set(true)}>
            <Icon name="keyboard" /> {t('keyboard_shortcuts')} <kbd>?</kbd>
          </Ariakit.MenuItem>
          <Ariakit.MenuItem className="menu-item" onClick={() => signOutRequested.emit()}>
            <Icon name="exit" /> {t('sign_out')}
          </Ariakit.MenuItem>
        </Ariakit.Menu>
      </Ariakit.MenuProvider>
      <OwnStatus />
    </div>
  );
}

/** Opened from the menu and from the profile. */
function OwnStatus() {
  if (!useCell(statusOpen)) return null;
  return (
    <Suspense>
      <StatusDialog close={() => statusOpen.set(false)} />
    </Suspense>
  );
}
