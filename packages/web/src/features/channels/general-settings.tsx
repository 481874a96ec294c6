// General settings of a channel: name, description, privacy, folder, topics and retention.
import {
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  type ParamsOf,
  type updateStream,
} from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { longDate } from '../../base/text/dates.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { ChoiceRow, SettingGroup, TextRow, ToggleRow } from '../../base/ui/controls.tsx';
import { mayAdminister, mayChangeAccess, maySend } from '../../domain/channels/channel-permissions.ts';
import { choosable, flagsOf, privacyOf } from '../../domain/channels/privacy.ts';
import { RetentionRow } from '../../domain/channels/retention-row.tsx';
import { channelDialog } from '../../domain/channels/topic-actions.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { findPerson, type KnownChannel } from '../../model/state/state.ts';
import { EmailAddress } from './email-address.tsx';
import { folderChoices } from './folder-choices.ts';

type Changes = Omit<ParamsOf<typeof updateStream>, 'stream_id'>;

export function useChannelUpdate({ stream_id }: Pick<KnownChannel, 'stream_id'>) {
  const { client } = useEngine();
  return (changes: Partial<Changes>) => client.updateStream({ stream_id, ...changes });
}

export function GeneralSettings({ channel }: { channel: KnownChannel }) {
  const update = useChannelUpdate(channel);
  const administers = useAppState((state) => mayAdminister(state, channel));
  const state = useAppState((all) => all);
  const may_send = maySend(state, channel);
  const fixed = !administers || channel.is_archived;
  const present = privacyOf(channel);
  const is_default = state.realm_default_streams.includes(channel.stream_id);
  return (
    <>
      <SettingGroup title={t('channel_itself')}>
        {!administers && <p className="quiet">{t('channel_settings_locked')}</p>}
        {channel.is_archived && <p className="quiet">{t('channel_settings_archived')}</p>}
        <TextRow
          label={t('channel_name')}
          value={channel.name}
          disabled={fixed}
          max_length={2 * MAX_STREAM_NAME_LENGTH}
          save={(new_name) => update({ new_name })}
        />
        <TextRow
          label={t('channel_description')}
          hint={t('channel_description_hint')}
          value={channel.description}
          lines={3}
          disabled={fixed}
          max_length={2 * MAX_STREAM_DESCRIPTION_LENGTH}
          save={(description) => update({ description })}
        />
        <ChoiceRow
          label={t('folder')}
          value={channel.folder_id}
          disabled={fixed}
          choices={folderChoices(state, channel.folder_id)}
          save={(folder_id) => update({ folder_id })}
        />
      </SettingGroup>
      <SettingGroup title={t('channel_access')}>
        <ChoiceRow
          label={t('channel_privacy')}
          hint={t(`privacy_${present}_hint`)}
          value={present}
          disabled={channel.is_archived || !mayChangeAccess(state, channel)}
          choices={choosable(state, present).map((privacy) => [privacy, t(`privacy_${privacy}`)] as const)}
          save={(privacy) => {
            const { invite_only, ...rest } = flagsOf(privacy);
            return update({ is_private: invite_only, ...rest });
          }}
        />
        {state.is_admin && (
          <ToggleRow
            label={t('default_channel')}
            hint={t('default_channel_hint')}
            value={is_default}
            disabled={channel.is_archived || (channel.invite_only && !is_default)}
            save={(is_default_stream) => update({ is_default_stream })}
          />
        )}
      </SettingGroup>
      {may_send && <EmailAddress channel={channel} />}
      <SettingGroup title={t('retention')}>
        <RetentionRow
          label={t('retention_label')}
          hint={t('retention_hint')}
          value={channel.message_retention_days}
          inherited={state.realm_message_retention_days}
          disabled={channel.is_archived || !state.is_admin}
          save={(days) =>
            update({ message_retention_days: days === null ? 'realm_default' : days < 0 ? 'unlimited' : days })
          }
        />
      </SettingGroup>
      <About channel={channel} />
      {administers && <Archiving channel={channel} />}
    </>
  );
}

function About({ channel }: { channel: KnownChannel }) {
  const creator = useAppState((state) =>
    channel.creator_id !== null && findPerson(state, channel.creator_id) ? personName(state, channel.creator_id) : null,
  );
  const day = longDate(channel.date_created);
  return (
    <p className="quiet">
      {creator ? t('channel_made_by', { name: creator, day }) : t('channel_made', { day })}{' '}
      {t('channel_number', { id: String(channel.stream_id) })}
    </p>
  );
}

function Archiving({ channel }: { channel: KnownChannel }) {
  const update = useChannelUpdate(channel);
  const channel_id = channel.stream_id;
  return channel.is_archived ? (
    <div>
      <button
        type="button"
        className="button"
        onClick={() => void attemptOnce(`unarchive ${channel_id}`, () => update({ is_archived: false }))}
      >
        {t('unarchive')}
      </button>
    </div>
  ) : (
    <div>
      <button
        type="button"
        className="button danger"
        onClick={() => channelDialog.set({ kind: 'archive', channel_id })}
      >
        {t('archive_channel')}
      </button>
    </div>
  );
}
