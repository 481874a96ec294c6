// A button that selects one file. Files larger than the server allows are refused at once.
import { notify } from './notices.ts';

const MIB = 1024 * 1024;

interface Props {
  readonly text: string;
  /** Accessible name, if the visible text doesn't say what the file is for. */
  readonly label?: string;
  /** Accepted types, as in a file input. */
  readonly accept: string;
  readonly max_mib: number;
  /** Text for files that are too large. */
  readonly too_large: string;
  readonly disabled?: boolean;
  choose(file: File): void;
}

export function FileButton({ text, label, accept, max_mib, too_large, disabled = false, choose }: Props) {
  return (
    <label className="button file-button">
      {text}
      <input
        type="file"
        accept={accept}
        className="hidden-text"
        aria-label={label}
        disabled={disabled}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file && file.size > max_mib * MIB) notify(too_large);
          else if (file) choose(file);
          // Allows selecting the same file again.
          target.value = '';
        }}
      />
    </label>
  );
}
