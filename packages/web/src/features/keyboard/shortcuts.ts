// Listens for the keys of the table, anywhere but in fields, menus, dialogs and the compose box.
import { useEffect } from 'react';
import type { Navigation } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { composeRequest } from '../../model/state/screen.ts';
import { followComposing, resumeComposing } from './composing.ts';
import { BY_KEY, pressed } from './keys.ts';

const isField = (target: Element) =>
  (target instanceof HTMLElement && target.isContentEditable) || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** These have keys of their own. */
const OWN_KEYS = '[role=menu], [role=dialog], [role=listbox], [role=grid], [role=tree], [role=radiogroup]';
/** What lies over the page. */
const LAYERS = '[role=menu], [role=dialog]';
/** Enter and space press what has the focus. */
const PRESSED = 'a[href], button, summary, [role=button], [role=tab], [role=checkbox], [role=switch]';

export function useShortcuts(engine: Engine, navigation: Navigation): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = pressed(event);
      if (name?.length === 1 && resumeComposing()) return;
      // The compose box is asked for and not there yet.
      if (name?.length === 1 && composeRequest.get() && document.querySelector('.compose'))
        return event.preventDefault();
      const shortcut = name === null ? undefined : BY_KEY.get(name);
      const target = event.target as Element;
      // What goes elsewhere works from every field, too; in a dialog or menu it would leave what was begun.
      if (name === 'Ctrl+k' && shortcut && !target.closest(LAYERS)) {
        event.preventDefault();
        return shortcut.act({ engine, navigation });
      }
      if (!shortcut || isField(target) || target.closest(OWN_KEYS)) return;
      // Beside the text nothing but Escape is a shortcut: what is typed there was meant for a field.
      if (target.closest('.compose') && name !== 'Escape') return;
      if (/^(Enter|(Shift\+)?Space)$/.test(name!) && target.closest(PRESSED)) return;
      // A player starts and stops, winds and is turned up and down by keys of its own.
      if (target instanceof HTMLMediaElement && /Space|Arrow|Home|End|Page/.test(name!)) return;
      if (shortcut.act({ engine, navigation }) !== false) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    const unfollow = followComposing();
    return () => {
      removeEventListener('keydown', onKeyDown);
      unfollow();
    };
  }, [engine, navigation]);
}
