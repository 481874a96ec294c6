// The sheet that lists all keyboard shortcuts.
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { keysOpen } from '../../model/state/screen.ts';
import { SHORTCUTS } from './keys.ts';

/** Keys handled by fields. */
const IN_FIELDS: readonly (readonly [string, TextKey])[] = [['Ctrl+Enter', 'send']];

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  Escape: 'Esc',
  'Ctrl+k': 'Ctrl+K',
};
/** At most two alternatives are shown. */
const SHOWN = 2;

/** Capitals are letters with Shift. */
const nameOf = (key: string) =>
  /^[A-Z]$/.test(key) ? `Shift+${key}` : /^[a-z]$/.test(key) ? key.toUpperCase() : (NAMES[key] ?? key);

export function ShortcutsSheet() {
  return (
    <Dialog title={t('keyboard_shortcuts')} wide has_close_button onClose={() => keysOpen.set(false)}>
      {SHORTCUTS.map(({ title, shortcuts }) => (
        <section key={title} className="keys-group">
          <h2>{t(title)}</h2>
          <dl className="keys">
            {shortcuts.map(({ keys, text }) => (
              <Line key={text} keys={keys.slice(0, SHOWN)} text={text} />
            ))}
            {title === 'live_keys_writing' &&
              IN_FIELDS.map(([key, text]) => <Line key={text} keys={[key]} text={text} />)}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function Line({ keys, text }: { keys: readonly string[]; text: TextKey }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{nameOf(key)}</kbd>
        ))}
      </dt>
      <dd>{t(text)}</dd>
    </div>
  );
}
