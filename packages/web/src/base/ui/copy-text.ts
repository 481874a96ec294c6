// Copies text to the clipboard, also on pages without TLS, where browsers offer only the legacy way.
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

/** Copies and shows a notice; returns whether it worked. */
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
