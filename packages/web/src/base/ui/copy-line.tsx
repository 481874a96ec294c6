// A text to copy, such as a key or link: selected as a whole on focus, or copied by a button.
import { copyText } from './copy-text.ts';

interface Props {
  readonly label: string;
  readonly text: string;
  /** Label of the button. */
  readonly action: string;
  readonly primary?: boolean;
}

export function CopyLine({ label, text, action, primary = false }: Props) {
  return (
    <div className="copy-line">
      <input className="field" aria-label={label} readOnly value={text} onFocus={({ target }) => target.select()} />
      <button type="button" className={primary ? 'button primary' : 'button'} onClick={() => void copyText(text)}>
        {action}
      </button>
    </div>
  );
}
