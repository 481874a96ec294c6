// A small picture of a person with a presence dot.
import type { Person } from '../../model/state/state.ts';
import { Avatar } from './avatar.tsx';
import { PresenceDot } from './presence-dot.tsx';

export function PersonMark({ person }: { person: Person | null }) {
  return (
    <span className="avatar-with-presence">
      <Avatar key={person?.avatar_url} person={person} size="s" />
      {person && <PresenceDot user_id={person.user_id} />}
    </span>
  );
}
