// The card of a person: identity, presence and actions. [WB50]
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { hashOf, type View } from '../../base/views/view.ts';
import { visitorView } from '../../base/views/visitor-view.ts';
import { CardFrame, closeCard } from '../../domain/people/card-frame.tsx';
import { type CardRequest, managedPerson } from '../../domain/people/cards.ts';
import {
  addressOf,
  copyProfileLink,
  mayManage,
  mentionPerson,
  viewOfPerson,
} from '../../domain/people/person-actions.ts';
import { PersonEmail, PersonOwner, PersonTags, Seen, StatusLine } from '../../domain/people/person-facts.tsx';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { ProfileValue } from '../../domain/people/profile-value.tsx';
import { profileOf } from '../../domain/people/profile-values.ts';
import { isVisitor, useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson, type Person } from '../../model/state/state.ts';

export function PersonCard({ request }: { request: CardRequest }) {
  const is_visitor = isVisitor(useEngine());
  const person = useAppState((state) => findPerson(state, request.id));
  if (!person)
    return (
      <CardFrame request={request} label={t('unknown_person')}>
        <p className="quiet">{t('person_not_found')}</p>
      </CardFrame>
    );
  return (
    <CardFrame request={request} label={t('card_of', { name: person.full_name })}>
      <div className="person-head">
        <PersonMark person={person} size="l" silent />
        <div className="person-names">
          <p className="person-name" dir="auto">
            {person.full_name}
          </p>
          <PersonTags person={person} />
          <Seen person={person} />
        </div>
      </div>
      <StatusLine user_id={person.user_id} />
      <Summary person={person} />
      {is_visitor ? <VisitorActions user_id={person.user_id} /> : <Actions person={person} />}
    </CardFrame>
  );
}

function Summary({ person }: { person: Person }) {
  const fields = useAppState(({ custom_profile_fields }) => custom_profile_fields);
  const accounts = useAppState(({ realm_default_external_accounts }) => realm_default_external_accounts);
  const shown = profileOf(
    person,
    fields.filter(({ display_in_profile_summary }) => display_in_profile_summary),
    accounts,
  );
  return (
    <dl className="person-summary">
      <PersonEmail person={person} />
      <PersonOwner person={person} />
      {shown.map((entry) => (
        <div key={entry.field.id}>
          <dt>{entry.field.name}</dt>
          <dd>
            <ProfileValue shown={entry.shown} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const messagesOf = (user_id: number): View => ({
  kind: 'search',
  terms: [{ operator: 'sender', operand: user_id, negated: false }],
});

function MessagesSent({ view }: { view: View }) {
  return (
    <li>
      <a className="menu-item" href={hashOf(view)} onClick={closeCard}>
        <Icon name="feed" size={16} /> {t('messages_sent')}
      </a>
    </li>
  );
}

/** The actions that need no account. [WB285] */
function VisitorActions({ user_id }: { user_id: number }) {
  return (
    <div className="person-actions">
      <ul className="card-list">
        <MessagesSent view={visitorView(messagesOf(user_id))} />
      </ul>
    </div>
  );
}

function Actions({ person }: { person: Person }) {
  const engine = useEngine();
  const { user_id } = person;
  const own_id = useAppState((state) => state.user_id);
  const may_manage = useAppState((state) => mayManage(state, person));
  const muted = useAppState(({ muted_users }) => muted_users.some(({ id }) => id === user_id));
  const writable = useCell(engine.connection) === 'live';
  return (
    <div className="person-actions">
      {person.is_active && (
        <a className="button primary" href={hashOf(viewOfPerson(user_id, own_id))} onClick={closeCard}>
          <Icon name="send" size={16} /> {t('send_message_to')}
        </a>
      )}
      <a className="button" href={addressOf(user_id)} onClick={closeCard}>
        <Icon name="person" size={16} /> {t('open_profile')}
      </a>
      <ul className="card-list">
        {person.is_active && (
          <li>
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                mentionPerson(person);
                closeCard();
              }}
            >
              <Icon name="mention" size={16} /> {t('mention_person')}
            </button>
          </li>
        )}
        <MessagesSent view={messagesOf(user_id)} />
        <li>
          <button type="button" className="menu-item" onClick={() => void copyProfileLink(user_id)}>
            <Icon name="link" size={16} /> {t('copy_profile_link')}
          </button>
        </li>
        {user_id !== own_id && !person.is_bot && (
          <li>
            <button
              type="button"
              className="menu-item"
              disabled={!writable}
              onClick={() => {
                const params = { muted_user_id: user_id };
                void attemptOnce(`${muted ? 'unmute' : 'mute'} ${user_id}`, () =>
                  muted ? engine.client.unmuteUser(params) : engine.client.muteUser(params),
                );
              }}
            >
              <Icon name={muted ? 'bell' : 'mute'} size={16} /> {t(muted ? 'unmute_person' : 'mute_person')}
            </button>
          </li>
        )}
        {may_manage && (
          <li>
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                closeCard();
                managedPerson.set(user_id);
              }}
            >
              <Icon name="settings" size={16} /> {t('manage')}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
