// Pasting into a text field: pictures are attached, HTML becomes Markdown, and Shift pastes plain text.
import { type ClipboardEvent, type RefObject, useRef } from 'react';
import { asMarkdown, fitted, isPicture, pastedHtml } from './rich-paste.ts';
import { type PressedKey, replaceText, withControl } from './text-edits.ts';

export function usePaste(field: RefObject<HTMLTextAreaElement | null>, attach?: (files: readonly File[]) => void) {
  /** The keys of plain-text pasting are held. */
  const plain_wanted = useRef(false);
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData } = event;
    if (attach && isPicture(clipboardData)) {
      event.preventDefault();
      return attach([...clipboardData.files]);
    }
    const { value: text, selectionStart } = event.currentTarget;
    const html = plain_wanted.current ? null : pastedHtml(clipboardData, text.slice(0, selectionStart));
    if (html === null) return;
    event.preventDefault();
    void asMarkdown(html, clipboardData.getData('text/plain')).then((made) => {
      const element = field.current;
      if (!element) return;
      const { value: now, selectionStart: from, selectionEnd: to } = element;
      replaceText(element, from, to, fitted(made, now.slice(0, from), now.slice(to)));
    });
  };
  const onKeyUp = () => {
    plain_wanted.current = false;
  };
  const watchKey = (event: PressedKey) => {
    plain_wanted.current = withControl(event) && event.shiftKey && event.key.toLowerCase() === 'v';
  };
  return { onPaste, onKeyUp, watchKey };
}
