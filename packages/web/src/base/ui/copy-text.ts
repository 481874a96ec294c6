// Puts text on the clipboard, also on pages without TLS, where browsers offer only the old way.
import { t } from '../text/text.ts';
import { notify } from './notices.ts';

function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden-text';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

/** Says whether it is there, and says so to the reader. */
export async function copyText(text: string): Promise<boolean> {
  let done: boolean;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    done = copyByCommand(text);
  }
  notify(t(done ? 'copied' : 'copy_failed'));
  return done;
}
