// Accepts typing for the topic or recipients until the recipient field has loaded.
import type { RefObject } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { Conversation } from '../../domain/writing/drafts.ts';

export interface RecipientProps {
  readonly target: Conversation;
  /** The focus starts here. */
  readonly begin: boolean;
  /** The text typed so far. */
  readonly words: RefObject<string>;
  retarget(target: Conversation): void;
  /** Moves on to the text. */
  next(): void;
  close(): void;
}

export function RecipientWaiting({ target, words, retarget }: RecipientProps) {
  return (
    <div className="recipient">
      {target.kind === 'topic' ? (
        <input
          className="field"
          value={target.topic}
          maxLength={60}
          aria-label={t('topic')}
          onChange={({ target: { value } }) => retarget({ ...target, topic: value })}
        />
      ) : (
        <input
          className="field"
          aria-label={t('choose_person')}
          onChange={({ target: { value } }) => {
            words.current = value;
          }}
        />
      )}
    </div>
  );
}
