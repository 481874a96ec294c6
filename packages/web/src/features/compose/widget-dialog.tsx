// Asks for the parts of a poll or to-do list, and puts the command that makes it into the message. [WB990]
import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { useUnsaved } from '../../base/ui/unsaved.ts';
import { type WidgetKind, widgetCommand } from '../../domain/writing/widget-command.ts';

interface Props {
  readonly kind: WidgetKind;
  insert(text: string): void;
  close(): void;
}

const EMPTY = ['', ''];

export function WidgetDialog({ kind, insert, close }: Props) {
  const [title, setTitle] = useState('');
  const [items, setItems] = useState<readonly string[]>(EMPTY);
  const is_poll = kind === 'poll';
  return (
    <FormDialog
      title={t(is_poll ? 'poll' : 'todo_list')}
      action={t('insert')}
      ready={title.trim() !== ''}
      gives_focus_back={false}
      send={async () => insert(widgetCommand(kind, title, items))}
      close={close}
    >
      <p className="quiet">{t('widget_lead')}</p>
      <LabelledInput
        label={t(is_poll ? 'poll_question' : 'todo_title')}
        data-autofocus
        required
        value={title}
        change={setTitle}
      />
      <Items is_poll={is_poll} items={items} change={setItems} />
      {!is_poll && <p className="quiet">{t('todo_task_hint')}</p>}
      <Unsaved
        is_unsaved={[title, ...items].some((text) => text.trim() !== '')}
        discard={() => {
          setTitle('');
          setItems(EMPTY);
        }}
      />
    </FormDialog>
  );
}

/** In the dialog, which asks before it drops the texts. */
function Unsaved({ is_unsaved, discard }: { is_unsaved: boolean; discard(): void }) {
  useUnsaved(is_unsaved, discard);
  return null;
}

interface ItemsProps {
  readonly is_poll: boolean;
  readonly items: readonly string[];
  change(items: readonly string[]): void;
}

function Items({ is_poll, items, change }: ItemsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const focus = (at: number) => fields.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus();
  /** The field just added gets the focus before the next letter. */
  const added = useRef(false);
  useLayoutEffect(() => {
    if (added.current) focus(items.length - 1);
    added.current = false;
  });
  const add = () => {
    added.current = true;
    change([...items, '']);
  };
  return (
    <div ref={fields} className="widget-items">
      {items.map((item, at) => (
        <LabelledInput
          // biome-ignore lint/suspicious/noArrayIndexKey: fields are only added at the end
          key={at}
          label={t(is_poll ? 'poll_option' : 'todo_task', { number: at + 1 })}
          required={null}
          value={item}
          change={(text) => change(items.map((before, place) => (place === at ? text : before)))}
          onKeyDown={(event) => {
            // Enter leads to the next field, and from the last one to a new one, unless the field is empty.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || item.trim() === '') return;
            event.preventDefault();
            if (at === items.length - 1) add();
            else focus(at + 1);
          }}
        />
      ))}
      <button type="button" className="button" onClick={add}>
        <Icon name="plus" size={16} /> {t(is_poll ? 'poll_add_option' : 'todo_add_task')}
      </button>
    </div>
  );
}
