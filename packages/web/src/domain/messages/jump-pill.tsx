// Jumps to the newest message and shows how many arrived since the reader was there.
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';

export function JumpPill({ fresh, jump }: { fresh: number; jump(): void }) {
  return (
    <button type="button" className={fresh > 0 ? 'jump counts' : 'jump'} title={t('jump_to_newest')} onClick={jump}>
      <Icon name="down" />
      {fresh > 0 ? <span>{t('new_count', { count: fresh })}</span> : null}
      <span className="hidden-text">{t('jump_to_newest')}</span>
    </button>
  );
}
