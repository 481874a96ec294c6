// A sent message that the server has not confirmed yet.

import { t } from '../../base/text/all-texts.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { isHeld, type Outgoing } from '../../model/messages/outbox.ts';
import { personName } from '../../model/state/names.ts';
import { findPerson } from '../../model/state/state.ts';
import { splitFiles } from '../files/file-links.ts';
import { Avatar } from '../people/avatar.tsx';
import { sendAgainText, useUnsentReason } from './unsent-reason.ts';

const STATUS_TEXTS = { sending: 'sending', waiting: 'waiting', limited: 'waits_for_limit' } as const;

export function OutgoingRow({ outgoing }: { outgoing: Outgoing }) {
  const engine = useEngine();
  const sender = useAppState((state) => findPerson(state, state.user_id));
  const name = useAppState((state) => personName(state, state.user_id));
  const { content, status, local_id } = outgoing;
  const reason = useUnsentReason(outgoing);
  const { text, links } = splitFiles(content);
  return (
    <article className={`message outgoing ${status}`} aria-label={name}>
      <div className="message-side">
        <Avatar person={sender} />
      </div>
      <div className="message-main">
        <header className="message-head">
          <span className="message-sender" dir="auto">
            {name}
          </span>
          <span className="message-time" role="status">
            {status === 'refused' || status === 'moved' ? reason : t(STATUS_TEXTS[status])}
          </span>
        </header>
        <div className="rendered source" dir="auto">
          {[text, ...links.map((link) => link.name)].filter(Boolean).join('\n')}
        </div>
        {isHeld(outgoing) && (
          <p className="outgoing-actions">
            <button type="button" className="button" onClick={() => engine.outbox.retry(local_id)}>
              {sendAgainText(outgoing)}
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
