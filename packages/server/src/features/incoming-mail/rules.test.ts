// Pure rules of incoming mail: tokens, texts and what messages are composed of.
import { describe, expect, it } from 'bun:test';
import type { ChannelId, RealmId, UserId } from '@stoa/contract';
import { AddressTokens, readLocalPart, type SealedAddress } from './address-tokens.ts';
import { composeMessage } from './composition.rules.ts';
import { mailTexts } from './mail-texts.rules.ts';
import { markdownOfHtml } from './parsing/mail-html.ts';
import type { MailContent } from './parsing/mail-task.ts';
import { isForwarded, normalText, withoutFooter, withoutQuotes, withoutReplyMarks } from './parsing/mail-text.rules.ts';

const sealedOf = (realm: number, channel: number, creator: number, sender: number | null): SealedAddress => ({
  realm_id: realm as RealmId,
  stream_id: channel as ChannelId,
  creator_id: creator as UserId,
  sender_id: sender as UserId | null,
});

describe('[IC1] tokens', () => {
  const tokens = new AddressTokens('a secret');

  it('seal ids of every size, in at most 56 characters with the name of the channel', () => {
    for (const ids of [
      sealedOf(1, 1, 1, null),
      sealedOf(1, 127, 128, 16_384),
      sealedOf(2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1),
    ]) {
      const local = tokens.localPart('A channel with a long name, in Ümlauts', ids, 7);
      expect(local.length).toBeLessThanOrEqual(56);
      const read = readLocalPart(local.toUpperCase())!;
      expect(read).toMatchObject(ids);
      expect([tokens.isGenuine(read, 7), tokens.isGenuine(read, 8)]).toEqual([true, false]);
      expect(new AddressTokens('another secret').isGenuine(read, 7)).toBe(false);
    }
  });

  it('count for nothing else than what they were made for', () => {
    const [, token = ''] = tokens.localPart('c', sealedOf(1, 2, 3, null), 1).split('.');
    const [, other = ''] = tokens.localPart('c', sealedOf(1, 2, 4, null), 1).split('.');
    const mixed = readLocalPart(`c.${other.slice(0, 6)}${token.slice(6)}`);
    expect(mixed === null || !tokens.isGenuine(mixed, 1)).toBe(true);
    for (const text of [
      '',
      'c',
      'c.',
      'c.a',
      `c.${token.slice(0, 16)}`,
      `c.${token}1`,
      `c.${token}.`,
      `c.${token}.x`,
      `.${token}..s`,
    ])
      expect([text, readLocalPart(text)]).toEqual([text, null]);
  });

  it('name channels in ASCII', () => {
    const nameOf = (name: string) => tokens.localPart(name, sealedOf(1, 1, 1, null), 1).split('.')[0];
    expect(['Général', 'a & b', '日本', '---', 'x'.repeat(60)].map(nameOf)).toEqual([
      'general',
      'a-b',
      'channel',
      'channel',
      'x'.repeat(20),
    ]);
  });
});

describe('[IC8] texts', () => {
  it('lose quotations, and what introduces them in two lines', () => {
    const folded = 'Ja.\n\nAm 01.02.2024 um 10:00 schrieb Dara Member\n<dara@stoa.example>:\n\n> Ist es so?\n\nGruß';
    expect(withoutQuotes(folded)).toBe('Ja.\n\nGruß');
    expect(withoutQuotes('First.\n\nNote:\n> quoted')).toBe('First.\n\nNote:');
    expect(withoutQuotes('Yes\n\n-----Original Message-----\nFrom: x\nAll of it')).toBe('Yes');
    expect(withoutQuotes('1 > 0\na\n>> b')).toBe('1 > 0\na');
    expect(withoutQuotes('> a\n> b')).toBe('> a\n> b');
  });

  it('lose what follows the last separator of a signature', () => {
    expect(withoutFooter('a\n-- \nb\n--\nc')).toBe('a\n-- \nb');
    expect(withoutFooter('a\n---\nb')).toBe('a\n---\nb');
    expect(withoutFooter('--\nonly')).toBe('');
  });

  it('become HTML as Markdown of bounded depth, without what quotes', () => {
    const plain = { quotes: false, footers: false, pictureOf: () => null };
    const quoted = '<p>a</p><blockquote type="cite">b</blockquote><div id="divRplyFwdMsg">c</div>';
    expect(markdownOfHtml(quoted, plain)).toBe('a');
    expect(markdownOfHtml(quoted, { ...plain, quotes: true })).toBe('a\n\n> b\n\nc');
    expect(markdownOfHtml(`${'<b><div>'.repeat(500)}deep${'</div></b>'.repeat(500)}<p>after</p>`, plain)).toMatch(
      /deep[\s\S]*after/,
    );
    expect(markdownOfHtml('<img src="https://t.example/p.gif" alt="Logo"><img src="cid:none">x', plain)).toBe('Logox');
    expect(markdownOfHtml('<a href="javascript:alert(1)">click</a>', plain)).toBe('click');
  });
});

it('[IC6] marks of replies are removed, and nothing that only looks like them', () => {
  const subjects = [
    'Re: a',
    'RE[2]: FW: a',
    'Aw:WG: a',
    'TR : a',
    '[x] Re: a',
    'Result: a',
    'Retry: x',
    're:',
    'Fwdx: a',
  ];
  expect(subjects.map(withoutReplyMarks)).toEqual([
    'a',
    'a',
    'a',
    'a',
    '[x] Re: a',
    'Result: a',
    'Retry: x',
    '',
    'Fwdx: a',
  ]);
  expect(['Fwd: a', 'Re: WG: a', 'TR: a', 'Re: a', 'Forward: a'].map(isForwarded)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('[IC9] texts have no control characters and no halves of pairs', () => {
  expect(normalText('a\r\nb\0c\ud800d \r\n\r\n\r\n\r\ne\u001b[0m ')).toBe('a\nbc\ufffdd\n\ne[0m');
});

describe('[IC10] a message', () => {
  const mail: MailContent = {
    subject: 's',
    from: { name: '', address: '' },
    message_id: '',
    digest: '',
    is_automatic_reply: false,
    is_looping: false,
    bodies: [],
    attachments: [],
    left_out: 0,
  };
  const composed = {
    mail,
    body: 'text',
    texts: mailTexts('en'),
    shows_sender: false,
    topics_policy: 'allow_empty_topic',
    urls: [],
    picture_url: 'https://x.invalid/',
  };
  const file = (filename: string) => ({ path: '', filename, content_type: 'text/plain', size: 1 });

  it('has room for its links, however long its text is', () => {
    const attachments = Array.from({ length: 20 }, () => file('n'.repeat(250)));
    const urls = attachments.map((_, at) => `/user_uploads/1/aa/${'r'.repeat(26)}/${at}`);
    const { content } = composeMessage({ ...composed, mail: { ...mail, attachments }, body: 'x'.repeat(12_000), urls });
    expect(content.length).toBeLessThanOrEqual(10_000);
    expect(content).toContain('[email truncated]');
    expect(content).toEndWith('/19)');
  });

  it('shows pictures where they stand, or their names', () => {
    const attachments = [file('a.png'), file('b.png')];
    const body = '[a.png](https://x.invalid/0) and [b.png](https://x.invalid/1) and [c](https://x.invalid/7)';
    const urls = ['/user_uploads/1/a.png', null];
    expect(composeMessage({ ...composed, mail: { ...mail, attachments }, body, urls }).content).toBe(
      '[a.png](/user_uploads/1/a.png) and b.png and c\n\nNot attached, because there is no space left: `b.png`',
    );
  });

  it('links to pictures below that were cut off', () => {
    const body = `${'x'.repeat(10_500)}[a.png](https://x.invalid/0)`;
    const of = { ...composed, mail: { ...mail, attachments: [file('a.png')] }, urls: ['/user_uploads/1/a.png'] };
    expect(composeMessage({ ...of, body }).content).toEndWith(
      '\n\n[email truncated]\n\n[a.png](/user_uploads/1/a.png)',
    );
  });

  it('ends a block of code before what follows', () => {
    const of = { ...composed, mail: { ...mail, left_out: 1 } };
    expect(composeMessage({ ...of, body: '```\ncode' }).content).toBe('```\ncode\n```\n\nOne more file was left out.');
    expect(composeMessage({ ...of, body: '```\ncode\n```' }).content).toBe(
      '```\ncode\n```\n\nOne more file was left out.',
    );
  });

  it('says things in each language of the web client', () => {
    for (const language of ['en', 'de', 'fr', 'fr-ca', 'es']) {
      const { no_body, no_subject, truncated, refused, left_out, from } = mailTexts(language);
      const words = [no_body, no_subject, truncated, refused('`a`'), left_out(1), left_out(2), from('Jo')];
      expect(words.every((text) => text.length > 4)).toBe(true);
      expect(words.join()).toContain('Jo');
    }
    expect(mailTexts('es')).toBe(mailTexts('en'));
    expect(mailTexts('fr-ca')).toBe(mailTexts('fr'));
  });
});
