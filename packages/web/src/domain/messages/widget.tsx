// Polls and task lists: the state from a message and its submessages, with the reader's changes shown at once.
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { Problem } from '../../base/ui/problem.tsx';
import { isVisitor, useAppState, useEngine } from '../../model/engine/context.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { personName } from '../../model/state/names.ts';
import { MessageBody } from '../content/message-body.tsx';
import { nextIndex, type Pending, parseWidget, pendingOf, type WidgetModel, withPending } from './widget-model.ts';

/** The maximum length of an option, a task or a title, in code points. */
const MAX_TEXT = 500;

type Add = (content: Readonly<Record<string, unknown>>) => void;
type Model<Kind extends WidgetModel['kind']> = Extract<WidgetModel, { kind: Kind }>;

export function Widget({ message }: { message: StoredMessage }) {
  const engine = useEngine();
  const own_id = useAppState(({ user_id }) => user_id);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const submessages = withPending(message.submessages, pending, own_id);
  const widget = parseWidget(submessages);
  if (!widget) return <MessageBody html={message.content} own_id={own_id} message_id={message.id} />;
  const send: Add = (submessage) => {
    const content = JSON.stringify(submessage);
    const submission = pendingOf(message.submessages, own_id, content);
    setPending((all) => [...all, submission]);
    void attempt(() => engine.client.addSubmessage({ message_id: message.id, msg_type: 'widget', content })).then(
      (done) => {
        // An arrived change is recognized by its event.
        if (!done) setPending((all) => all.filter((other) => other !== submission));
      },
    );
  };
  const add = isVisitor(engine) ? null : send;
  const index = nextIndex(submessages, own_id);
  const mine = message.sender_id === own_id;
  return widget.kind === 'poll' ? (
    <Poll poll={widget} own_id={own_id} mine={mine} index={index} add={add} />
  ) : (
    <TaskList list={widget} mine={mine} index={index} add={add} />
  );
}

interface Common {
  /** The reader created it. */
  readonly mine: boolean;
  readonly index: number;
  /** Null for visitors, who only read. */
  readonly add: Add | null;
}

function Poll({ poll, own_id, mine, index, add }: Common & { poll: Model<'poll'>; own_id: number }) {
  const state = useAppState((all) => all);
  const most = Math.max(1, ...poll.options.map(({ voters }) => voters.length));
  return (
    <section className="widget" aria-label={t('poll')}>
      <Title
        text={poll.question || t('poll')}
        label={t('poll_question')}
        change={mine && add ? (question) => add({ type: 'question', question }) : null}
      />
      <ul>
        {poll.options.map(({ key, text, voters }) => {
          const voted = voters.includes(own_id);
          return (
            <li key={key} className="poll-option">
              {add ? (
                <button
                  type="button"
                  className={voted ? 'reaction mine' : 'reaction'}
                  aria-pressed={voted}
                  aria-label={`${t('vote_for', { option: text })}, ${t('poll_votes', { count: voters.length })}`}
                  onClick={() => add({ type: 'vote', key, vote: voted ? -1 : 1 })}
                >
                  {voters.length}
                </button>
              ) : (
                <span className="reaction" role="img" aria-label={t('poll_votes', { count: voters.length })}>
                  {voters.length}
                </span>
              )}
              <div className="poll-text">
                <span dir="auto">{text}</span>
                {voters.length > 0 && (
                  <>
                    <meter className="poll-share" min={0} max={most} value={voters.length} aria-hidden="true" />
                    <span className="quiet poll-voters" dir="auto">
                      {voters.map((id) => personName(state, id)).join(', ')}
                    </span>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {add && (
        <AddForm
          label={t('poll_new_option')}
          taken={poll.options.map(({ text }) => text)}
          add={(option) => add({ type: 'new_option', idx: index, option })}
        />
      )}
    </section>
  );
}

function TaskList({ list, mine, index, add }: Common & { list: Model<'todo'> }) {
  const [description, setDescription] = useState('');
  return (
    <section className="widget" aria-label={t('todo_list')}>
      <Title
        text={list.title || t('todo_list')}
        label={t('todo_title')}
        change={mine && add ? (title) => add({ type: 'new_task_list_title', title }) : null}
      />
      <ul>
        {list.tasks.map(({ key, text, description: more, done }) => (
          <li key={key}>
            <label className={done ? 'todo-task done' : 'todo-task'}>
              <input type="checkbox" checked={done} disabled={!add} onChange={() => add?.({ type: 'strike', key })} />
              <span dir="auto">
                {text}
                {more && <span className="quiet">: {more}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {add && (
        <AddForm
          label={t('todo_new_task')}
          taken={list.tasks.map(({ text }) => text)}
          add={(task) => {
            add({ type: 'new_task', key: index, task, desc: description.trim(), completed: false });
            setDescription('');
          }}
        >
          <input
            className="field"
            dir="auto"
            maxLength={MAX_TEXT}
            placeholder={t('todo_description')}
            aria-label={t('todo_description')}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </AddForm>
      )}
    </section>
  );
}

/** The default title; the author may set another. */
function Title({ text, label, change }: { text: string; label: string; change: ((text: string) => void) | null }) {
  const [written, setWritten] = useState<string | null>(null);
  if (written === null)
    return (
      <p className="widget-title" dir="auto">
        {text}
        {change && <IconButton icon="draft" size={15} label={label} onClick={() => setWritten(text)} />}
      </p>
    );
  return (
    <form
      className="widget-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (written.trim() !== '' && written.trim() !== text) change?.(written.trim());
        setWritten(null);
      }}
    >
      <input
        className="field"
        // biome-ignore lint/a11y/noAutofocus: it was asked for just now
        autoFocus
        dir="auto"
        maxLength={MAX_TEXT}
        aria-label={label}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setWritten(null);
        }}
      />
      <button type="submit" className="button primary">
        {t('save')}
      </button>
    </form>
  );
}

function AddForm({
  label,
  taken,
  add,
  children,
}: {
  label: string;
  taken: readonly string[];
  add(text: string): void;
  children?: ReactNode;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const is_taken = taken.includes(wanted);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '' || is_taken) return;
    add(wanted);
    setText('');
  };
  return (
    <form className="widget-form" onSubmit={submit}>
      <input
        className="field"
        dir="auto"
        maxLength={MAX_TEXT}
        placeholder={label}
        aria-label={label}
        aria-invalid={is_taken || undefined}
        aria-describedby={is_taken ? id : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wanted !== '' && children}
      <button type="submit" className="button" disabled={wanted === '' || is_taken}>
        {t('add')}
      </button>
      <Problem id={id}>{is_taken && t('widget_taken')}</Problem>
    </form>
  );
}
