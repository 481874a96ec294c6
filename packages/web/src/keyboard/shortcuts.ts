// Listens for the keys of the table, anywhere but in fields, menus and dialogs.
import { useEffect } from 'react';
import type { Navigation } from '../app/context.ts';
import type { Engine } from '../app/engine.ts';
import { BY_KEY, pressed } from './keys.ts';

const isField = (target: Element) =>
  (target instanceof HTMLElement && target.isContentEditable) || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** These have keys of their own. */
const OWN_KEYS = '[role=menu], [role=dialog], [role=listbox], [role=grid], [role=tree], [role=radiogroup]';
/** Enter and space press what has the focus. */
const PRESSED = 'a[href], button, summary, [role=button], [role=tab], [role=checkbox], [role=switch]';

export function useShortcuts(engine: Engine, navigation: Navigation): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = pressed(event);
      const shortcut = name === null ? undefined : BY_KEY.get(name);
      const target = event.target as Element;
      if (!shortcut || isField(target) || target.closest(OWN_KEYS)) return;
      if (/^(Enter|(Shift\+)?Space)$/.test(name!) && target.closest(PRESSED)) return;
      // A player starts and stops, winds and is turned up and down by keys of its own.
      if (target instanceof HTMLMediaElement && /Space|Arrow|Home|End|Page/.test(name!)) return;
      if (shortcut.act({ engine, navigation }) !== false) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [engine, navigation]);
}
