// Edits the choices of a dropdown field: added, removed and sorted.
import { useRef } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { moveTo } from '../../base/ui/order.ts';
import { MoveButtons } from '../../base/ui/sortable-list.tsx';
import { useUnsaved } from '../../base/ui/unsaved.ts';
import { type Choice, withChoice } from './field-model.ts';

interface Props {
  readonly choices: readonly Choice[];
  /** The choices when the dialog was opened. */
  readonly before: readonly Choice[];
  change(choices: readonly Choice[]): void;
}

const textsOf = (choices: readonly Choice[]) => JSON.stringify(choices.map(({ text }) => text));

export function ChoicesEditor({ choices, before, change }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useUnsaved(textsOf(choices) !== textsOf(before), () => change(before));
  const write = (key: string, text: string) =>
    change(choices.map((choice) => (choice.key === key ? { key, text } : choice)));
  /** The field of the choice just added, or after a removed one. */
  const focus = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[Math.max(0, at)]?.focus());
  const add = () => {
    change(withChoice(choices, before));
    focus(choices.length);
  };
  return (
    <fieldset className="choices-editor">
      <legend>{t('org_field_choices')}</legend>
      <ul ref={list} className="entries">
        {choices.map(({ key, text }, at) => {
          const name = text || t('org_field_choice', { number: at + 1 });
          return (
            <li key={key} className="entry">
              <input
                className="field"
                dir="auto"
                aria-label={t('org_field_choice', { number: at + 1 })}
                value={text}
                onChange={(event) => write(key, event.target.value)}
                onKeyDown={(event) => {
                  // Enter adds a choice instead of submitting the form.
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  add();
                }}
              />
              <div className="entry-actions">
                <MoveButtons
                  name={name}
                  at={at}
                  count={choices.length}
                  move={(to) => change(moveTo(choices, at, to))}
                />
                <IconButton
                  icon="trash"
                  size={16}
                  label={t('org_delete', { name })}
                  onClick={() => {
                    change(choices.filter((choice) => choice.key !== key));
                    focus(at - 1);
                  }}
                />
              </div>
            </li>
          );
        })}
      </ul>
      {choices.length === 0 && <p className="quiet">{t('org_field_needs_choice')}</p>}
      <button type="button" className="button" onClick={add}>
        <Icon name="plus" size={16} /> {t('org_field_choice_add')}
      </button>
    </fieldset>
  );
}
