// Polls and task lists built from submessages, some of them hostile.
import { describe, expect, it } from 'bun:test';
import { nextIndex, parseWidget, pendingOf, withPending } from './widget-model.ts';

type Submessages = Parameters<typeof parseWidget>[0];
const [ADA, DARA] = [1, 5];

function submessagesOf(...all: [sender: number, content: unknown][]): Submessages {
  return all.map(([sender_id, content], at) => ({
    id: at + 1,
    message_id: 9,
    sender_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  })) as never;
}
const start = { widget_type: 'poll', extra_data: { question: 'Where to?', options: ['Here', 'There'] } };
const list = { widget_type: 'todo', extra_data: { task_list_title: 'Party', tasks: [{ task: 'Bread', desc: 'two' }] } };

describe('[WB73] a poll', () => {
  it('counts one vote per person and option, and retracts it', () => {
    const vote = (key: string, value: number) => ({ type: 'vote', key, vote: value });
    const poll = parseWidget(
      submessagesOf(
        [ADA, start],
        [ADA, vote('canned,0', 1)],
        [ADA, vote('canned,0', 1)],
        [DARA, vote('canned,0', 1)],
        [ADA, vote('canned,1', 1)],
        [DARA, vote('canned,0', -1)],
        [DARA, vote('canned,7', 1)],
      ),
    );
    expect(poll).toEqual({
      kind: 'poll',
      question: 'Where to?',
      options: [
        { key: 'canned,0', text: 'Here', voters: [ADA] },
        { key: 'canned,1', text: 'There', voters: [ADA] },
      ],
    });
  });

  it('accepts options from anybody, but a new question only from its author', () => {
    const poll = parseWidget(
      submessagesOf(
        [ADA, start],
        [DARA, { type: 'new_option', idx: 1, option: 'Elsewhere' }],
        [DARA, { type: 'new_option', idx: 1, option: 'Again' }],
        [DARA, { type: 'question', question: 'Mine?' }],
        [ADA, { type: 'question', question: 'When?' }],
      ),
    );
    expect(poll).toMatchObject({ question: 'When?' });
    expect(poll!.kind === 'poll' && poll!.options.map(({ text }) => text)).toEqual(['Here', 'There', 'Elsewhere']);
  });

  it('ignores malformed submessages', () => {
    for (const content of ['{', '[]', 'null', '{"widget_type":"zform"}', '{"widget_type":5}'])
      expect(parseWidget(submessagesOf([ADA, content]))).toBeNull();
    expect(
      parseWidget(
        submessagesOf(
          [ADA, { widget_type: 'poll', extra_data: { question: {}, options: 'x' } }],
          [DARA, 'no json'],
          [DARA, { type: 'new_option', idx: {}, option: ['<b>'] }],
          [DARA, { type: 'vote', key: ['canned,0'], vote: 1 }],
        ),
      ),
    ).toMatchObject({ question: '', options: [{ text: '' }] });
  });
});

describe('[WB73] a task list', () => {
  it('accepts tasks and ticks from anybody, but a new title only from its author', () => {
    const todo = parseWidget(
      submessagesOf(
        [ADA, list],
        [DARA, { type: 'new_task', key: 1, task: 'Call Eli', desc: '' }],
        [DARA, { type: 'strike', key: '0,canned' }],
        [ADA, { type: 'strike', key: `1,${DARA}` }],
        [DARA, { type: 'new_task', key: 1, task: 'Other', desc: '' }],
        [DARA, { type: 'strike', key: '0,canned' }],
        [DARA, { type: 'new_task_list_title', title: 'Mine' }],
      ),
    );
    expect(todo).toEqual({
      kind: 'todo',
      title: 'Party',
      tasks: [
        { key: '0,canned', text: 'Bread', description: 'two', done: false },
        { key: `1,${DARA}`, text: 'Call Eli', description: '', done: true },
      ],
    });
  });
});

describe("[WB73] the reader's own changes", () => {
  it('appear at once, and only once after the server has confirmed them', () => {
    const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
    const before = submessagesOf([ADA, start]);
    const pending = [pendingOf(before, DARA, vote)];
    const votes = (submessages: Submessages) => {
      const poll = parseWidget(submessages);
      return poll?.kind === 'poll' ? poll.options[0]!.voters : null;
    };
    expect(votes(withPending(before, pending, DARA))).toEqual([DARA]);
    const after = submessagesOf([ADA, start], [DARA, vote]);
    expect(withPending(after, pending, DARA)).toBe(after);
    // Somebody else's same vote is not the reader's.
    expect(votes(withPending(submessagesOf([ADA, start], [ADA, vote]), pending, DARA))).toEqual([ADA, DARA]);
  });

  it('get an unused index', () => {
    const option = (idx: unknown) => ({ type: 'new_option', idx, option: 'x' });
    expect(nextIndex(submessagesOf([ADA, start]), DARA)).toBe(1);
    expect(
      nextIndex(submessagesOf([ADA, start], [DARA, option(4)], [ADA, option(9)], [DARA, option('12')]), DARA),
    ).toBe(5);
  });
});
