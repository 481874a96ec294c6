// Placeholder while messages load.
import { t } from '../../base/text/text.ts';

export function Waiting() {
  return (
    <div className="message-scroller" role="status">
      <span className="hidden-text">{t('loading')}</span>
      <div className="skeletons" aria-hidden="true">
        {[64, 38, 80, 52].map((width) => (
          <div key={width} className={`skeleton skeleton-${width}`} />
        ))}
      </div>
    </div>
  );
}
