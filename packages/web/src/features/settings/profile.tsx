// The reader's profile as others see it: name, picture, status, time zone, profile fields.

import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ChoiceRow, SettingGroup, TextRow } from '../../base/ui/controls.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { notifySaved } from '../../base/ui/notify-saved.ts';
import { EmojiPicture } from '../../domain/emoji/emoji-picture.tsx';
import { ProfileFields } from '../../domain/groups/profile-fields.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { statusOpen } from '../../model/state/screen.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { OwnRows } from './preferences.tsx';
import { TIMEZONE } from './setting-rows.ts';
import { browserZone, timezones } from './timezones.ts';

const MAX_NAME = 100;

export function Profile() {
  const { client } = useEngine();
  const full_name = useAppState((state) => state.full_name);
  const fixed_name = useAppState(
    ({ realm_name_changes_disabled, server_name_changes_disabled, is_admin }) =>
      server_name_changes_disabled || (realm_name_changes_disabled && !is_admin),
  );
  const own_id = useAppState(({ user_id }) => user_id);
  return (
    <>
      <SettingGroup title={t('set_about_you')}>
        <AvatarEditor />
        <TextRow
          label={t('set_full_name')}
          value={full_name}
          max_length={MAX_NAME}
          disabled={fixed_name}
          hint={t(fixed_name ? 'set_name_fixed' : 'set_full_name_hint')}
          save={(name) => client.updateSettings({ full_name: name })}
        />
        <OwnStatus />
        <p>
          <a href={`#user/${own_id}`}>{t('set_see_profile')}</a>
        </p>
      </SettingGroup>
      <ProfileFields />
      <TimeZone />
    </>
  );
}

function OwnStatus() {
  const status = useAppState(({ user_status, user_id }) => user_status[String(user_id)]);
  const custom = useAppState(({ realm_emoji }) => realm_emoji);
  const { emoji_name, emoji_code, reaction_type, status_text } = status ?? {};
  return (
    <div className="setting">
      <span className="setting-label">{t('set_status')}</span>
      <div className="own-status">
        {emoji_name && emoji_code && reaction_type && (
          <EmojiPicture reaction={{ emoji_name, emoji_code, reaction_type }} custom={custom} />
        )}
        <span dir="auto" className={status_text ? undefined : 'quiet'}>
          {status_text ?? (emoji_name ? '' : t('set_no_status'))}
        </span>
        <button type="button" className="button" onClick={() => statusOpen.set(true)}>
          <Icon name="smile" size={16} /> {t('set_change_status')}
        </button>
      </div>
    </div>
  );
}

function TimeZone() {
  const { client } = useEngine();
  const timezone = useAppState(({ user_settings }) => user_settings.timezone);
  const here = browserZone();
  const takeHere = async () => {
    if (await attempt(() => client.updateSettings({ timezone: here }))) notifySaved();
  };
  return (
    <SettingGroup title={t('set_timezone')}>
      <ChoiceRow
        label={t('set_timezone')}
        hint={t('set_timezone_hint')}
        value={timezone}
        choices={timezones(timezone)}
        save={(zone) => client.updateSettings({ timezone: zone })}
      />
      {timezone !== here && (
        <div className="setting-actions">
          <button type="button" className="button" onClick={() => void takeHere()}>
            {t('set_timezone_here', { zone: here })}
          </button>
        </div>
      )}
      <OwnRows groups={TIMEZONE} bare />
    </SettingGroup>
  );
}
