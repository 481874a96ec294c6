// Listens for shortcuts outside fields, menus, dialogs and the compose box.
import { useEffect } from 'react';
import type { Navigation } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { composeRequest } from '../../model/state/screen.ts';
import { followComposing, resumeComposing } from './composing.ts';
import { BY_KEY, pressed } from './keys.ts';

const isField = (target: Element) =>
  (target instanceof HTMLElement && target.isContentEditable) || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Elements with keys of their own. */
const OWN_KEYS = '[role=menu], [role=dialog], [role=listbox], [role=grid], [role=tree], [role=radiogroup]';
/** Overlays of the page. */
const LAYERS = '[role=menu], [role=dialog]';
/** Enter and space activate the focused element. */
const PRESSED = 'a[href], button, summary, [role=button], [role=tab], [role=checkbox], [role=switch]';

export function useShortcuts(engine: Engine, navigation: Navigation): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = pressed(event);
      if (name?.length === 1 && resumeComposing()) return;
      // The compose box was requested and is still loading.
      if (name?.length === 1 && composeRequest.get() && document.querySelector('.compose'))
        return event.preventDefault();
      const shortcut = name === null ? undefined : BY_KEY.get(name);
      const target = event.target as Element;
      // Global navigation works from every field, but not in dialogs and menus, whose input would be lost.
      if (name === 'Ctrl+k' && shortcut && !target.closest(LAYERS)) {
        event.preventDefault();
        return shortcut.act({ engine, navigation });
      }
      if (!shortcut || isField(target) || target.closest(OWN_KEYS)) return;
      // Beside the text only Escape is a shortcut: other keys were meant for a field.
      if (target.closest('.compose') && name !== 'Escape') return;
      if (/^(Enter|(Shift\+)?Space)$/.test(name!) && target.closest(PRESSED)) return;
      // Media players have keys of their own.
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
