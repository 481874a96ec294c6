// Edits a text field as if typed, so that the browser can undo it.
import { continueList, FORMATS, type Format, type FormatName, replacement } from './formatting.ts';

/** With Ctrl or Command, and with or without Shift. */
const KEYS: Readonly<Record<string, FormatName>> = { b: 'bold', i: 'italic' };
const SHIFT_KEYS: Readonly<Record<string, FormatName>> = { l: 'link', x: 'strike', c: 'code' };

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export const withControl = ({ ctrlKey, metaKey }: PressedKey): boolean => ctrlKey || metaKey;

export function replaceText(field: HTMLTextAreaElement, from: number, to: number, made: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  const done = made === '' ? document.execCommand('delete') : document.execCommand('insertText', false, made);
  if (done || (from === to && made === '')) return;
  field.setRangeText(made, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

export function applyFormat(field: HTMLTextAreaElement, how: Format): void {
  const before = { text: field.value, from: field.selectionStart, to: field.selectionEnd };
  const after = how(before);
  const { from, to, made } = replacement(before.text, after.text);
  if (from !== to || made !== '') replaceText(field, from, to, made);
  field.focus();
  field.setSelectionRange(after.from, after.to);
}

/** The format that a key applies: a list item, or that of its letter. */
export function formatOfKey(event: PressedKey, field: HTMLTextAreaElement): Format | null {
  if (event.key === 'Enter') {
    const next = continueList({ text: field.value, from: field.selectionStart, to: field.selectionEnd });
    return next && (() => next);
  }
  if (!withControl(event) || event.altKey) return null;
  const name = (event.shiftKey ? SHIFT_KEYS : KEYS)[event.key.toLowerCase()];
  return name ? FORMATS[name] : null;
}
