// A picture of a person with a presence dot.
import type { ComponentProps } from 'react';
import { Avatar } from './avatar.tsx';
import { PresenceDot } from './presence-dot.tsx';

interface Props extends Pick<ComponentProps<typeof Avatar>, 'person' | 'size'> {
  /** Not read aloud, where the presence is written beside the picture. */
  readonly silent?: boolean;
}

export function PersonMark({ person, size = 's', silent = false }: Props) {
  return (
    <span className="avatar-with-presence">
      <Avatar key={person?.avatar_url} person={person} size={size} />
      {person && <PresenceDot user_id={person.user_id} silent={silent} />}
    </span>
  );
}
