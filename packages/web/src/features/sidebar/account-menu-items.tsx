// What the account menu offers: status, profile, theme, settings, shortcuts, sign-out.
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { MenuAction, MenuLine, MenuLink } from '../../base/ui/menu.tsx';
import { ThemeChoices } from '../../base/ui/theme-choices.tsx';
import { hashOf } from '../../base/views/view.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { signOutRequested } from '../../model/session/sign-out.ts';
import { keysOpen, statusOpen } from '../../model/state/screen.ts';

/** Links to pages, with icons. */
const PAGES = [
  ['settings', 'settings_title', 'settings'],
  ['groups', 'groups_title', 'people'],
  ['organization', 'organization_title', 'organization'],
] as const;

const addressOf = (page: 'settings' | 'groups' | 'organization', ...path: string[]) =>
  hashOf({ kind: 'page', page, path });

export function AccountMenuItems() {
  const { client } = useEngine();
  const may_invite = useAppState(({ can_invite_others_to_realm }) => can_invite_others_to_realm);
  const scheme = useAppState(({ user_settings }) => user_settings.color_scheme);
  return (
    <>
      <MenuAction icon="smile" act={() => statusOpen.set(true)}>
        {t('set_change_status')}
      </MenuAction>
      <MenuLink icon="person" href={addressOf('settings', 'profile')}>
        {t('set_profile')}
      </MenuLink>
      <MenuLine />
      <ThemeChoices
        chosen={scheme}
        choose={(theme) => void attempt(() => client.updateSettings({ color_scheme: theme }))}
      />
      <MenuLine />
      {PAGES.map(([page, label, icon]) => (
        <MenuLink key={page} icon={icon} href={addressOf(page)}>
          {t(label)}
        </MenuLink>
      ))}
      {may_invite && (
        <MenuLink icon="send" href={addressOf('organization', 'invites-list-admin')}>
          {t('invite_people')}
        </MenuLink>
      )}
      <MenuAction icon="keyboard" act={() => keysOpen.set(true)}>
        {t('keyboard_shortcuts')} <kbd>?</kbd>
      </MenuAction>
      <MenuAction icon="exit" act={() => signOutRequested.emit()}>
        {t('sign_out')}
      </MenuAction>
    </>
  );
}
