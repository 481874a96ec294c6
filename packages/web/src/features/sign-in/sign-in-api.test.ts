// The addresses that lead in from outside.
import { expect, it } from 'bun:test';
import { accountLinkAt, invitationKeyIn, setupKeyIn } from './sign-in-api.ts';

it('[WB22] mailed links open their page, everything else opens the client', () => {
  const kind = (path: string) => accountLinkAt(path)?.kind ?? null;
  expect(kind('/join/0123abcd/')).toBe('join');
  expect(kind('/join/0123abcd')).toBe('join');
  expect(kind('/reset-password/0123abcd/')).toBe('reset-password');
  expect(kind('/confirm-email/0123abcd/')).toBe('confirm-email');
  expect(['/register', '/register/', '/forgot-password', '/forgot-password/'].map(kind)).toEqual([
    'register',
    'register',
    'forgot-password',
    'forgot-password',
  ]);
  for (const path of ['/', '/join', '/join/', '/join/a/b', '/registered', '/x/register', '/reset-password'])
    expect([path, kind(path)]).toEqual([path, null]);
});

it('[WB20] the setup address carries its key', () => {
  expect(setupKeyIn('#setup/0123abcd')).toBe('0123abcd');
  for (const hash of ['', '#setup', '#setup/', '#setup/xyz', '#setup/01/23', '#inbox'])
    expect([hash, setupKeyIn(hash)]).toEqual([hash, null]);
});

it('[WB906] an invitation link carries its key', () => {
  expect(['/join/0123abcd/', '/join/0123abcd'].map(invitationKeyIn)).toEqual(['0123abcd', '0123abcd']);
  expect(['/register/', '/reset-password/0123abcd/', '/'].map(invitationKeyIn)).toEqual([null, null, null]);
});
