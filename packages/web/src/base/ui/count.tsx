// How many messages are unread, beside what they are in.
import { t } from '../text/text.ts';

const MOST = 999;

export function Count({ count, quiet = false }: { count: number; quiet?: boolean }) {
  if (count === 0) return null;
  return (
    <span className={quiet ? 'count quiet' : 'count'}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="hidden-text">{quiet ? count : t('unread_count', { count })}</span>
    </span>
  );
}
