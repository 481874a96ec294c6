// Draws rows of organization settings from their declarations; read-only without permission.
import { type GroupSettingValue, LANGUAGES, NO_CHANNEL, type RealmChanges } from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { locale } from '../../base/text/text.ts';
import { readAmount } from '../../base/ui/amount.ts';
import { ChoiceRow, SettingGroup, TextRow, ToggleRow } from '../../base/ui/controls.tsx';
import { knownChannels } from '../../domain/channels/channel-list.ts';
import { ChannelRow } from '../../domain/channels/channel-row.tsx';
import { RetentionRow } from '../../domain/channels/retention-row.tsx';
import { GroupSettingField } from '../../domain/groups/group-setting-field.tsx';
import { NAMED_BY, useEngine, useStateOf } from '../../model/engine/context.ts';
import type { KnownChannel, State } from '../../model/state/state.ts';
import { LimitRow } from './limit-row.tsx';
import {
  ALL_GROUPS,
  type ChannelSetting,
  GROUPS_DEPEND_ON,
  mayChange,
  offeredGroups,
  type RowGroup,
  rowLabel,
  type SettingRow,
} from './setting-rows.ts';

/** State that rows depend on. */
const SHOWN = [
  'is_admin',
  'is_owner',
  'realm_domains',
  'realm_user_groups',
  ...GROUPS_DEPEND_ON,
  ...NAMED_BY,
  ...ALL_GROUPS.flatMap(({ rows }) => rows.map(({ name }) => `realm_${name}` as const)),
];

export function RowList({ groups }: { groups: readonly RowGroup[] }) {
  const state = useStateOf(SHOWN);
  return offeredGroups(groups, state).map(({ title, rows }) => (
    <SettingGroup key={title} title={t(title)}>
      {rows.map((row) => (
        <Row key={row.name} row={row} state={state} />
      ))}
    </SettingGroup>
  ));
}

type Wire = Readonly<Record<string, unknown>>;

function Row({ row, state }: { row: SettingRow; state: State }) {
  const { client } = useEngine();
  const may = mayChange(state, row.name);
  const value = (state as Wire)[`realm_${row.name}`];
  const fits = row.needs?.(state) ?? true;
  const hints = [
    row.hint && t(row.hint, hintValues(row, state)),
    may === 'owners' && t('org_owners_only'),
    !fits && row.lacks && t(row.lacks),
  ];
  const save = (value: unknown) => client.updateRealm({ [row.name]: value } as Partial<RealmChanges>);
  const shared = {
    label: t(rowLabel(row.name)),
    hint: hints.filter(Boolean).join(' ') || undefined,
    disabled: may !== 'yes' || !fits,
    save,
  };
  switch (row.kind) {
    case 'toggle':
      return <ToggleRow {...shared} value={value as boolean} />;
    case 'choice':
      return (
        <ChoiceRow
          {...shared}
          value={value as string | number}
          choices={row.choices.map(([choice, name]) => [choice, t(name)] as const)}
        />
      );
    case 'limit':
      return <LimitRow {...shared} value={value as number | null} save={(seconds) => save(seconds ?? 'unlimited')} />;
    case 'retention':
      return (
        <RetentionRow
          {...shared}
          value={value as number}
          save={(days) => save(days === null || days < 0 ? 'unlimited' : days)}
        />
      );
    case 'channel':
      return (
        <ChannelRow
          {...shared}
          value={value === NO_CHANNEL ? null : (value as number)}
          channels={knownChannels(state).filter((channel) => isOffered(row, channel))}
          none={t('org_no_channel')}
          save={(channel_id) => save(channel_id ?? NO_CHANNEL)}
        />
      );
    case 'text':
      return <TextRow {...shared} value={value as string} lines={row.lines} max_length={row.max_length} />;
    case 'days':
      return (
        <TextRow
          {...shared}
          type="number"
          value={String(value)}
          save={(written) => save(written.trim() === '0' ? 0 : (readAmount(written) ?? written))}
        />
      );
    case 'language':
      return <ChoiceRow {...shared} value={value as string} choices={languageChoices()} />;
    case 'calls':
      return <ChoiceRow {...shared} value={value as number} choices={callChoices(state)} />;
    case 'call_server':
      return (
        <TextRow
          {...shared}
          type="url"
          value={(value as string | null) ?? ''}
          save={(address) => save(address.trim() || 'default')}
        />
      );
    case 'permission':
      return <GroupSettingField {...shared} setting_name={row.name} kind="realm" value={value as GroupSettingValue} />;
  }
}

/** Values inserted in hints. */
function hintValues(row: SettingRow, { server_jitsi_server_url }: State): Record<string, string> {
  return row.kind === 'call_server' ? { server: server_jitsi_server_url ?? t('org_jitsi_no_server') } : {};
}

type Choices<Value> = readonly (readonly [Value, string])[];

const isOffered = ({ of }: ChannelSetting, { is_archived, invite_only }: KnownChannel) =>
  !is_archived && (invite_only || of === 'any');

/** Names of languages in the reader's language. */
function languageChoices(): Choices<string> {
  const names = new Intl.DisplayNames([locale()], { type: 'language' });
  return Object.entries(LANGUAGES)
    .map(([tag, english]) => [tag, names.of(tag) ?? english] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, locale()));
}

function callChoices({ realm_available_video_chat_providers: providers }: State): Choices<number> {
  return Object.values(providers).map(({ id, name }) => [id, id === 0 ? t('org_calls_none') : name]);
}
