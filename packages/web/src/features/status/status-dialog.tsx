// The reader's status: a short text and an emoji, with suggestions.
import { MAX_STATUS_TEXT_LENGTH } from '@stoa/contract';
import { type RefObject, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useUnsavedInDialog } from '../../base/ui/unsaved.ts';
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx';
import { EmojiPicture } from '../../domain/emoji/emoji-picture.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';
import { type StatusEmoji, SUGGESTED, statusChange } from './status.ts';

const emojiOf = ({ emoji_name, emoji_code, reaction_type }: Partial<StatusEmoji>): StatusEmoji | null =>
  emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : null;

export function StatusDialog({ close }: { close(): void }) {
  const { client } = useEngine();
  const known = useAppState(({ user_status, user_id }) => user_status[String(user_id)]) ?? {};
  const custom = useAppState(({ realm_emoji }) => realm_emoji);
  const [text, setText] = useState(known.status_text ?? '');
  const [emoji, setEmoji] = useState(() => emojiOf(known));
  const [picking, setPicking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const save = async (next_text: string, next_emoji: StatusEmoji | null) => {
    const change = statusChange(known, next_text, next_emoji);
    if (change && !(await attemptOnce(`status ${JSON.stringify(change)}`, () => client.updateStatus(change)))) return;
    if (change) notify(t('set_status_saved'));
    close();
  };
  return (
    <Dialog title={t('set_status')} onClose={close} initialFocus={field}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save(text, emoji);
        }}
      >
        <div className="status-line">
          <span className="own-status-emoji">{emoji && <EmojiPicture reaction={emoji} custom={custom} />}</span>
          <EmojiPicker open={picking} setOpen={setPicking} label={t('set_status_emoji')} choose={setEmoji} />
          {emoji && (
            <IconButton icon="close" size={15} label={t('set_status_no_emoji')} onClick={() => setEmoji(null)} />
          )}
          <StatusText ref={field} value={text} change={setText} />
        </div>
        <Suggestions
          custom={custom}
          choose={(suggested, label) => {
            setText(label);
            setEmoji(suggested);
          }}
        />
        <div className="dialog-actions">
          {(known.status_text || known.emoji_name) && (
            <button type="button" className="button" onClick={() => void save('', null)}>
              {t('set_clear_status')}
            </button>
          )}
          <button type="button" className="button" onClick={close}>
            {t('cancel')}
          </button>
          <button type="submit" className="button primary">
            {t('save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface TextProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly value: string;
  change(text: string): void;
}

function StatusText({ ref, value, change }: TextProps) {
  useUnsavedInDialog(value, change);
  return (
    <input
      ref={ref}
      className="field"
      dir="auto"
      value={value}
      maxLength={MAX_STATUS_TEXT_LENGTH}
      aria-label={t('set_status_text')}
      placeholder={t('set_status_text')}
      onChange={({ target }) => change(target.value)}
    />
  );
}

interface SuggestionsProps {
  readonly custom: State['realm_emoji'];
  choose(emoji: StatusEmoji, text: string): void;
}

function Suggestions({ custom, choose }: SuggestionsProps) {
  return (
    <ul className="status-suggestions" aria-label={t('suggestions')}>
      {SUGGESTED.map(({ label, ...suggested }) => (
        <li key={label}>
          <button type="button" className="button" onClick={() => choose(suggested, t(label))}>
            <EmojiPicture reaction={suggested} custom={custom} /> {t(label)}
          </button>
        </li>
      ))}
    </ul>
  );
}
