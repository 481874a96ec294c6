// Names in mentions, without a server.
import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { withoutName } from './mentions.rules.ts';

const span = (id: number, text: string, more = '') =>
  `<span class="user-mention${more}" data-user-id="${id}">${text}</span>`;

it.each([
  ['hi @**Ada**', `hi ${span(7, '@Ada')}`, 'hi @**Deleted user|7**', `hi ${span(7, '@Deleted user')}`],
  [
    '@_**Ada|7** and @**Ada|8**',
    `${span(7, 'Ada', ' silent')} and ${span(8, '@Ada')}`,
    '@_**Deleted user|7** and @**Ada|8**',
    `${span(7, 'Deleted user', ' silent')} and ${span(8, '@Ada')}`,
  ],
  ['@**A & B** *Ada*', `${span(7, '@A &amp; B')} Ada`, '@**Deleted user|7** *Ada*', `${span(7, '@Deleted user')} Ada`],
  ['@**|7**', span(7, '@Ada'), '@**Deleted user|7**', span(7, '@Deleted user')],
  [
    '@**Ada** of @**Bea|77**',
    `@**Ada** of ${span(77, '@Bea')}`,
    '@**Ada** of @**Bea|77**',
    `@**Ada** of ${span(77, '@Bea')}`,
  ],
])('[PD9] only the name in a mention changes: %s', (content, rendered_content, source, rendered) => {
  const changed = withoutName({ content, rendered_content }, 7 as UserId);
  expect(changed).toEqual({ content: source, rendered_content: rendered });
});
