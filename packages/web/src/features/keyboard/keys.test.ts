// The table of keys: none twice, and what is pressed is found in it on every keyboard.
import { describe, expect, it } from 'bun:test';
import '../../base/text/all-texts.ts';
import { en } from '../../base/text/languages/en.ts';
import { BY_KEY, pressed, SHORTCUTS } from './keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  pressed({ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more } as KeyboardEvent);

describe('[WB86] the table of keys', () => {
  it('gives each key one meaning, and each meaning a line of its own', () => {
    const all = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts);
    expect(BY_KEY.size).toBe(all.flatMap(({ keys }) => keys).length);
    const lines = SHORTCUTS.flatMap(({ title, shortcuts }) => shortcuts.map(({ text }) => `${title} ${text}`));
    expect(new Set(lines).size).toBe(lines.length);
    for (const { text } of all) expect(en[text]).toBeDefined();
  });

  it('has the keys that users of Zulip know', () => {
    for (const key of 'j k J K n p N s S r R > @ e i u v - U H * : + = m M c x d / q I t a D A T w ? Home End Escape Enter'.split(
      ' ',
    ))
      expect([key, BY_KEY.has(key)]).toEqual([key, true]);
  });

  it('uses the letter where the layout has it, and the physical key otherwise', () => {
    expect(press('j')).toBe('j');
    expect(press('о', { code: 'KeyJ' })).toBe('j');
    expect(press('О', { code: 'KeyJ', shiftKey: true })).toBe('J');
    // On this keyboard the place of J has another Latin letter.
    expect(press('h', { code: 'KeyJ' })).toBe('h');
    expect(press('?', { code: 'Minus', shiftKey: true })).toBe('?');
  });

  it('overrides only browser shortcuts that are in the table', () => {
    expect(press('k', { ctrlKey: true })).toBe('Ctrl+k');
    expect(press('k', { metaKey: true })).toBe('Ctrl+k');
    for (const key of ['c', 'f', 'r', 't', 'w', 'a']) expect(BY_KEY.has(press(key, { ctrlKey: true })!)).toBe(false);
    expect(press('ArrowLeft', { altKey: true })).toBeNull();
    expect(press(' ')).toBe('Space');
    expect(press(' ', { shiftKey: true })).toBe('Shift+Space');
  });
});
