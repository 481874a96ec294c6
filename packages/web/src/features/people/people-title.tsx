// The header of a direct conversation: its people, each linked to a card.
import { Fragment } from 'react';
import { t } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { GuestMark } from '../../domain/people/guest-mark.tsx';
import { PersonMark } from '../../domain/people/person-mark.tsx';
import { StatusEmoji } from '../../domain/people/status-emoji.tsx';
import { NAMED_BY, useStateOf } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { findPerson } from '../../model/state/state.ts';

export function PeopleTitle({ user_ids }: { user_ids: readonly number[] }) {
  const state = useStateOf(NAMED_BY);
  const [first, ...others] = user_ids;
  return (
    <div className="view-title">
      {first !== undefined && others.length === 0 ? (
        <PersonMark person={findPerson(state, first)} />
      ) : (
        <Icon name={first === undefined ? 'person' : 'people'} />
      )}
      <h1 dir="auto">
        {first === undefined ? (
          t('notes_to_self')
        ) : (
          // One box: the heading spaces its parts apart.
          <span className="title-names">
            {user_ids.map((user_id, at) => (
              <Fragment key={user_id}>
                {at > 0 && ', '}
                <button type="button" className="title-name" data-person={user_id} aria-haspopup="dialog">
                  {personName(state, user_id)}
                </button>
                <GuestMark user_id={user_id} />
              </Fragment>
            ))}
          </span>
        )}
      </h1>
      {first !== undefined && others.length === 0 && <StatusEmoji user_id={first} />}
    </div>
  );
}
