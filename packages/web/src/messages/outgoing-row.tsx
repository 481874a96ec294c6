// What the reader has sent and the server has not confirmed yet.
import { useAppState, useEngine } from '../app/context.ts';
import { findPerson } from '../app/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { personName } from '../people/names.ts';
import { t } from '../text/text.ts';
import type { Outgoing } from './outbox.ts';

export function OutgoingRow({ outgoing }: { outgoing: Outgoing }) {
  const engine = useEngine();
  const sender = useAppState((state) => findPerson(state, state.user_id));
  const name = useAppState((state) => personName(state, state.user_id));
  const { content, status, reason, local_id } = outgoing;
  return (
    <article className={`message outgoing ${status}`} aria-label={name}>
      <div className="message-side">
        <Avatar person={sender} />
      </div>
      <div className="message-main">
        <header className="message-head">
          <span className="message-sender">{name}</span>
          <span className="message-time" role="status">
            {status === 'sending'
              ? t('sending')
              : status === 'waiting'
                ? t('waiting')
                : t('not_sent', { reason: reason ?? '' })}
          </span>
        </header>
        <div className="rendered source" dir="auto">
          {content}
        </div>
        {status === 'refused' && (
          <p className="outgoing-actions">
            <button type="button" className="button" onClick={() => engine.outbox.retry(local_id)}>
              {t('try_again')}
            </button>
            <button type="button" className="button" onClick={() => engine.outbox.drop(local_id)}>
              {t('discard')}
            </button>
          </p>
        )}
      </div>
    </article>
  );
}
