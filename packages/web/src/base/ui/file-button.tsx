// A button that has one file chosen. What is larger than the server takes is refused at once.
import { notify } from './notices.ts';

const MIB = 1024 * 1024;

interface Props {
  readonly text: string;
  /** Its name, where the text alone doesn't say what the file is for. */
  readonly label?: string;
  /** Kinds of files, as a file field takes them. */
  readonly accept: string;
  readonly max_mib: number;
  /** What is said of a file that is larger. */
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
          // The same file can be chosen once more.
          target.value = '';
        }}
      />
    </label>
  );
}
