// Invites people by email, or by a reusable link.
import { type ChannelId, type GroupId, ROLE } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Check } from '../../base/ui/check.tsx';
import { ChipField, ChipSelect } from '../../base/ui/chip-select.tsx';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { notify } from '../../base/ui/notices.ts';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { mayAddSubscribers } from '../../domain/channels/channel-permissions.ts';
import { useChannels } from '../../domain/channels/use-channels.ts';
import { groupName } from '../../domain/groups/group-settings.ts';
import { mayDo } from '../../domain/groups/membership.ts';
import { useGroups } from '../../domain/groups/use-groups.ts';
import { rolesToInvite } from '../../domain/people/roles.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson } from '../../model/state/state.ts';
import { EXPIRIES, expiryName, explained, FIRST_EXPIRY, INVITEES, notInvited } from './invitation-facts.ts';

/** The refusals that are about the addresses. */
const ADDRESSES = new RegExp(`^(${INVITEES}$|invitees_)`);

export type InvitationKind = 'mail' | 'link';
const WELCOMES = ['usual', 'none', 'own'] as const;
type Welcome = (typeof WELCOMES)[number];

interface Props {
  readonly kind: InvitationKind;
  close(): void;
  /** The created link. */
  made(link: string): void;
}

export function NewInvitation({ kind, close, made }: Props) {
  const { client } = useEngine();
  const is_admin = useAppState((state) => state.is_admin);
  const [emails, setEmails] = useState('');
  const [role, setRole] = useState<number>(ROLE.member);
  const [expiry, setExpiry] = useState<number | null>(FIRST_EXPIRY);
  const [defaults, setDefaults] = useState(true);
  const [stream_ids, setStreams] = useState<readonly number[]>([]);
  const [group_ids, setGroups] = useState<readonly number[]>([]);
  const [notice, setNotice] = useState(true);
  const [welcome, setWelcome] = useState<Welcome>('usual');
  const [text, setText] = useState('');
  const send = async () => {
    const terms = {
      stream_ids: [...stream_ids] as ChannelId[],
      group_ids: [...group_ids] as GroupId[],
      invite_as: role as 400,
      invite_expires_in_minutes: expiry,
      include_realm_default_subscriptions: defaults,
      welcome_message_custom_text: welcome === 'usual' ? null : welcome === 'none' ? '' : text,
    };
    if (kind === 'link') {
      made((await client.createMultiuseInvite(terms)).invite_link);
      return;
    }
    try {
      await client.sendInvites({ ...terms, invitee_emails: emails, notify_referrer_on_join: notice });
    } catch (error) {
      setEmails(notInvited(error) ?? emails);
      throw explained(error);
    }
    notify(t('invitations_sent'));
  };
  return (
    <FormDialog
      title={t(kind === 'mail' ? 'invite_by_mail' : 'invite_by_link')}
      action={t(kind === 'mail' ? 'send_invitations' : 'make_link')}
      ready={(kind === 'link' || emails.trim() !== '') && (welcome !== 'own' || text.trim() !== '')}
      send={send}
      close={close}
    >
      {kind === 'mail' && (
        <FormField
          label={t('invitee_addresses')}
          hint={t('invitee_addresses_hint')}
          value={emails}
          required
          lines={3}
          code
          refused_for={ADDRESSES}
          change={setEmails}
        />
      )}
      <RoleField value={role} change={setRole} />
      <ExpiryField value={expiry} change={setExpiry} />
      <Check label={t('invite_default_channels')} value={defaults} change={setDefaults} />
      <Channels chosen={stream_ids} change={setStreams} />
      <Groups chosen={group_ids} change={setGroups} />
      {is_admin && (
        <>
          <LabelledSelect
            label={t('invite_welcome')}
            value={welcome}
            choices={WELCOMES.map((choice) => [choice, t(`invite_welcome_${choice}`)] as const)}
            change={setWelcome}
          />
          {welcome === 'own' && (
            <FormField label={t('invite_welcome_text')} value={text} required lines={4} change={setText} />
          )}
        </>
      )}
      {kind === 'mail' && <Check label={t('invite_notice')} value={notice} change={setNotice} />}
    </FormDialog>
  );
}

interface FieldProps<Value> {
  readonly value: Value;
  change(value: Value): void;
}

function RoleField({ value, change }: FieldProps<number>) {
  const own_role = useAppState((state) => findPerson(state, state.user_id)?.role ?? ROLE.member);
  return (
    <LabelledSelect<number> label={t('invite_as')} value={value} choices={rolesToInvite(own_role)} change={change} />
  );
}

function ExpiryField(props: FieldProps<number | null>) {
  const choices = EXPIRIES.map((minutes) => [minutes, expiryName(minutes)] as const);
  return <LabelledSelect label={t('invitation_holds')} choices={choices} {...props} />;
}

interface ChoiceProps {
  readonly chosen: readonly number[];
  change(ids: readonly number[]): void;
}

function Channels({ chosen, change }: ChoiceProps) {
  const channels = useChannels(mayAddSubscribers);
  return (
    <ChipField
      label={t('invite_channels')}
      optional
      chosen={chosen}
      nameOf={(id) => `#${channels.find(({ stream_id }) => stream_id === id)?.name}`}
      change={change}
    >
      <ChannelChooser
        label={t('invite_add_channel')}
        hide_label
        channels={channels.filter(({ stream_id }) => !chosen.includes(stream_id))}
        value={null}
        change={(id) => id !== null && change([...chosen, id])}
      />
    </ChipField>
  );
}

function Groups({ chosen, change }: ChoiceProps) {
  const state = useGroups();
  const groups = state.realm_user_groups.filter((group) => mayDo(state, group).add);
  if (groups.length === 0) return null;
  return (
    <ChipSelect
      label={t('groups_title')}
      optional
      add={t('invite_add_group')}
      options={groups.map((group) => [group.id, groupName(group)] as const)}
      chosen={chosen}
      change={change}
    />
  );
}
