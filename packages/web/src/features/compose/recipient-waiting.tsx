// Takes what is typed for the topic or the people until the script that chooses them has come.
import type { RefObject } from 'react';
import { t } from '../../base/text/text.ts';
import type { Conversation } from '../../domain/writing/drafts.ts';

export interface RecipientProps {
  readonly target: Conversation;
  /** Writing begins with what is to be chosen here. */
  readonly begin: boolean;
  /** What was typed of people's names so far. */
  readonly words: RefObject<string>;
  retarget(target: Conversation): void;
  /** On to the text. */
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
