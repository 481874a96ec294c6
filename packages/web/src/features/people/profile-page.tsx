// The profile of a person: fields, channels and groups. [WB51]
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { EmptyState } from '../../base/ui/empty-state.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import type { PageProps } from '../../base/views/view.ts';
import { hashOf } from '../../base/views/view.ts';
import { ChannelMark } from '../../domain/channels/channel-mark.tsx';
import { groupName } from '../../domain/groups/group-settings.ts';
import { managedPerson } from '../../domain/people/cards.ts';
import { dayOfJoining } from '../../domain/people/last-seen.ts';
import { mayManage, viewOfPerson } from '../../domain/people/person-actions.ts';
import { PersonEmail, PersonOwner, PersonTags, Seen, StatusLine } from '../../domain/people/person-facts.tsx';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { ProfileValue } from '../../domain/people/profile-value.tsx';
import { profileOf } from '../../domain/people/profile-values.ts';
import { roleName } from '../../domain/people/roles.ts';
import { NAMED_BY, useAppState, useEngine, useStateOf } from '../../model/engine/context.ts';
import { groupsOf } from '../../model/state/groups-of.ts';
import { findChannel, findPerson, type Person } from '../../model/state/state.ts';

export function ProfilePage({ path }: PageProps) {
  const user_id = Number.parseInt(path[0] ?? '', 10);
  const person = useAppState((state) => findPerson(state, user_id));
  if (!person) return <EmptyState title={t('person_not_found')} />;
  return <Profile key={user_id} person={person} />;
}

function Profile({ person }: { person: Person }) {
  const { user_id } = person;
  const own_id = useAppState((state) => state.user_id);
  const may_manage = useAppState((state) => mayManage(state, person));
  const fields = useAppState(({ custom_profile_fields }) => custom_profile_fields);
  const accounts = useAppState(({ realm_default_external_accounts }) => realm_default_external_accounts);
  return (
    <article className="page-column profile" aria-labelledby="profile-name">
      <header className="profile-head">
        <PersonMark person={person} size="l" silent />
        <div className="person-names">
          <h2 id="profile-name" dir="auto">
            {person.full_name}
          </h2>
          <PersonTags person={person} />
          <Seen person={person} />
          <StatusLine user_id={user_id} />
        </div>
        <div className="profile-actions">
          {person.is_active && (
            <a className="button primary" href={hashOf(viewOfPerson(user_id, own_id))}>
              <Icon name="send" size={16} /> {t('send_message_to')}
            </a>
          )}
          {user_id === own_id && (
            <a className="button" href={hashOf({ kind: 'page', page: 'settings', path: ['profile'] })}>
              <Icon name="draft" size={16} /> {t('edit_own_profile')}
            </a>
          )}
          {may_manage && (
            <button type="button" className="button" onClick={() => managedPerson.set(user_id)}>
              <Icon name="settings" size={16} /> {t('manage')}
            </button>
          )}
        </div>
      </header>
      <section aria-labelledby="profile-about">
        <h3 id="profile-about">{t('about_person')}</h3>
        <dl className="profile-fields">
          <PersonEmail person={person} />
          <PersonOwner person={person} />
          <div>
            <dt>{t('role')}</dt>
            <dd>{roleName(person.role)}</dd>
          </div>
          <div>
            <dt>{t('person_since')}</dt>
            <dd>{dayOfJoining(person.date_joined)}</dd>
          </div>
          {profileOf(person, fields, accounts).map(({ field, shown }) => (
            <div key={field.id}>
              <dt>{field.name}</dt>
              <dd>
                <ProfileValue shown={shown} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {person.is_active && <Channels person={person} />}
      {person.is_active && <Groups user_id={user_id} />}
    </article>
  );
}

/** Fetched on demand: the client does not hold the subscribers of channels. */
function Channels({ person: { user_id } }: { person: Person }) {
  const { client } = useEngine();
  const state = useStateOf(NAMED_BY);
  const [ids, setIds] = useState<readonly number[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    client
      .getUserChannels({ user_id: user_id })
      .then(({ subscribed_channel_ids }) => current && setIds(subscribed_channel_ids))
      .catch(() => current && setFailed(true));
    return () => {
      current = false;
    };
  }, [client, user_id]);
  const channels = (ids ?? [])
    .map((id) => findChannel(state, id))
    .filter((channel) => channel !== null)
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <section aria-labelledby="profile-channels">
      <h3 id="profile-channels">{t('channels_of_person')}</h3>
      {failed ? (
        <p className="problem">{t('page_failed')}</p>
      ) : ids === null ? (
        <p className="quiet">{t('loading')}</p>
      ) : channels.length === 0 ? (
        <p className="quiet">{t('no_channels_of_person')}</p>
      ) : (
        <ul className="chips-list">
          {channels.map((channel) => (
            <li key={channel.stream_id}>
              <a className="chip-link" href={hashOf({ kind: 'channel', channel_id: channel.stream_id })}>
                <ChannelMark channel={channel} /> <span dir="auto">{channel.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Groups({ user_id }: { user_id: number }) {
  const groups = useAppState(({ realm_user_groups }) => realm_user_groups);
  const found = groupsOf(groups, user_id).filter(({ is_system_group }) => !is_system_group);
  return (
    <section aria-labelledby="profile-groups">
      <h3 id="profile-groups">{t('groups_of_person')}</h3>
      {found.length === 0 ? (
        <p className="quiet">{t('no_groups_of_person')}</p>
      ) : (
        <ul className="chips-list">
          {found.map((group) => (
            <li key={group.id}>
              <button type="button" className="chip-link" data-group={group.id} aria-haspopup="dialog">
                <Icon name="people" size={15} /> <span dir="auto">{groupName(group)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
