import { expect, it } from 'bun:test';
import { findWidget } from '@stoa/markdown';
import { widgetCommand } from './widget-command.ts';

it('[WB990] makes the text of the commands, without empty lines', () => {
  expect(widgetCommand('poll', ' Lunch? ', ['Pizza', '', '  Soup  of the\nday'])).toBe(
    '/poll Lunch?\nPizza\nSoup of the day',
  );
  expect(widgetCommand('poll', 'Lunch?', [])).toBe('/poll Lunch?');
  const list = widgetCommand('todo', 'Party', ['Bread: two loaves', 'Salt']);
  expect(list).toBe('/todo Party\nBread: two loaves\nSalt');
  expect(findWidget(list)?.extra_data).toEqual({
    task_list_title: 'Party',
    tasks: [
      { task: 'Bread', desc: 'two loaves' },
      { task: 'Salt', desc: '' },
    ],
  });
});
