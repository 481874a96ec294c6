// A person's picture, or initials on a colour without one. Pictures come from this server only, so no other site learns who
// reads.
import { memo, useState } from 'react';
import type { Person } from '../../model/state/state.ts';

const HUES = 12;

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words.slice(0, 1);
  return letters.map((word) => [...word][0]!.toLocaleUpperCase()).join('');
}

/** The server's generated pictures are for clients that can't draw initials. Unknown people have none. */
const isGenerated = (url: string) => /^\/generated_avatars\/\d/.test(url);

export const Avatar = memo(function Avatar({ person, size = 'm' }: { person: Person | null; size?: 's' | 'm' | 'l' }) {
  const [failed, setFailed] = useState(false);
  const url = person?.avatar_url ?? null;
  if (url?.startsWith('/') && !url.startsWith('//') && !isGenerated(url) && !failed)
    return <img className={`avatar avatar-${size}`} src={url} alt="" loading="lazy" onError={() => setFailed(true)} />;
  return (
    <span className={`avatar avatar-${size} hue-${(person?.user_id ?? 0) % HUES}`} aria-hidden="true">
      {initialsOf(person?.full_name ?? '?')}
    </span>
  );
});
