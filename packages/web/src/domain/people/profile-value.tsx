// One value of a profile.

import { locale } from '../../base/text/text.ts';
import { NAMED_BY, useStateOf } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { sanitize } from '../content/message-html.ts';
import type { Shown } from './profile-values.ts';

function day(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

export function ProfileValue({ shown }: { shown: Shown }) {
  switch (shown.kind) {
    case 'text':
      return <span dir="auto">{shown.text}</span>;
    case 'date':
      return <time dateTime={shown.date}>{day(shown.date)}</time>;
    case 'link':
      return (
        <a href={shown.href} target="_blank" rel="noopener noreferrer" dir="auto">
          {shown.text}
        </a>
      );
    case 'people':
      return <People user_ids={shown.user_ids} />;
    case 'html':
      return (
        <div
          className="rendered"
          dir="auto"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the sanitizer made it, whose policy alone may make HTML
          dangerouslySetInnerHTML={{ __html: sanitize(shown.html) }}
        />
      );
  }
}

export function People({ user_ids }: { user_ids: readonly number[] }) {
  const state = useStateOf(NAMED_BY);
  return (
    <span className="names">
      {user_ids.map((id) => (
        <button key={id} type="button" className="name-button" data-person={id} aria-haspopup="dialog">
          {personName(state, id)}
        </button>
      ))}
    </span>
  );
}
