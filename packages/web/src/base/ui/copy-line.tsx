// A text to copy, such as a key or link: selected as a whole on focus, or copied by a button.
import { copyText } from './copy-text.ts';

interface Props {
  readonly label: string;
  readonly text: string;
  /** Label of the button. */
  readonly action: string;
  readonly primary?: boolean;
  /** Shown in groups of four, for people who type it; what is copied has no blanks. */
  readonly in_fours?: boolean;
  /** Whether the button gets the focus, in place of the one that made the text. */
  readonly takes_focus?: boolean;
}

export function CopyLine({ label, text, action, primary = false, in_fours = false, takes_focus = false }: Props) {
  return (
    <div className="copy-line">
      <input
        className="field"
        aria-label={label}
        readOnly
        value={in_fours ? (text.match(/.{1,4}/g)?.join(' ') ?? '') : text}
        onFocus={({ target }) => target.select()}
        onCopy={(event) => {
          if (!in_fours) return;
          const { value, selectionStart, selectionEnd } = event.currentTarget;
          event.preventDefault();
          event.clipboardData.setData(
            'text/plain',
            value.slice(selectionStart ?? 0, selectionEnd ?? 0).replaceAll(' ', ''),
          );
        }}
      />
      <button
        type="button"
        className={primary ? 'button primary' : 'button'}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that had the focus
        autoFocus={takes_focus}
        onClick={() => void copyText(text)}
      >
        {action}
      </button>
    </div>
  );
}
