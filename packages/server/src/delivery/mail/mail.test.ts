// Outgoing mail: its settings, its text, and a faulty mail server.

import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RealmId } from '@stoa/contract';
import { type FakeMail, startFakeMail, startServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import { renderEmail } from '../../kit/mail/email-templates.ts';
import { mailSettings, parseSender, parseSmtpUrl } from './mail-settings.ts';
import { createMailer } from './mailer.ts';

const realm = { realm_id: 1 as RealmId, name: 'Stoa, "the" <chat>', url: 'https://chat.example:8443' };
const email = { to: 'ann@new.example', subject: 'Hello', blocks: [{ text: 'Good day.' }], footer: 'The end.' };

let mail: FakeMail;
const settings = (smtp_url = mail.url, mail_from = 'chat@mail.example') =>
  mailSettings({ smtp_url: parseSmtpUrl(smtp_url), mail_from: parseSender(mail_from), dev_directory: null })!;
beforeAll(async () => {
  mail = await startFakeMail();
});
afterAll(() => mail.stop());

describe('[ML1] settings', () => {
  const from = 'Our chat <chat@mail.example>';
  it('are read as the operator writes them', () => {
    expect(mailSettings({ smtp_url: undefined, mail_from: undefined, dev_directory: null })).toBeNull();
    expect(settings('smtps://me:secret@mail.example:465', from)).toMatchObject({
      kind: 'smtp',
      from: { name: 'Our chat', address: 'chat@mail.example' },
    });
  });

  it.each([
    ['http://mail.example', from],
    ['mail.example', from],
    ['smtp://', from],
    ['smtp://mail.example', 'nonsense'],
    ['smtp://mail.example', 'a@x.example, b@x.example'],
    ['smtp://mail.example', 'a@x.example\nBcc: b@x.example'],
  ])('are refused before the start: %p from %p', (smtp_url, mail_from) => {
    expect(() => settings(smtp_url, mail_from)).toThrow(/^must be /);
  });

  it('do not show the password when they are invalid', () => {
    expect(() => settings('http://me:secret@mail.example')).toThrow(/^(?!.*secret)/);
  });

  it('are not needed by development servers, which write mail to files that only their owner can read', async () => {
    const data = mkdtempSync(join(tmpdir(), 'stoa-mail-'));
    try {
      const mailer = createMailer(mailSettings({ smtp_url: undefined, mail_from: undefined, dev_directory: data })!);
      await mailer.send(renderEmail(email), { realm, id: 'one' });
      const [file] = readdirSync(join(data, 'outbox'));
      const path = join(data, 'outbox', file!);
      expect(readFileSync(path, 'utf8')).toContain('Subject: Hello');
      expect(statSync(path).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(data, { recursive: true });
    }
  });
});

describe('[ML3] quoted text in a mail', () => {
  const HOSTILE = 'A\r\nBcc: victim@new.example\u2028\u0000<script>alert(1)</script>"&\'';

  it('adds no headers and no recipients', async () => {
    const mailer = createMailer(settings());
    const hostile_realm = { ...realm, name: HOSTILE };
    await mailer.send(renderEmail({ ...email, subject: HOSTILE }), { realm: hostile_realm, id: 'hostile' });
    const { to, headers, raw, from } = mail.newest('ann@new.example');
    expect([to, from]).toEqual([['ann@new.example'], 'chat@mail.example']);
    expect([...headers.keys()].sort()).toEqual(
      [
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'stoa-mail',
        'subject',
        'to',
      ].sort(),
    );
    expect(raw).not.toMatch(/^bcc:/im);
    expect(mail.mails).toHaveLength(1);
  });

  it('is shown as text in both forms', () => {
    const url = 'https://chat.example/"><script>';
    const { html, text } = renderEmail({
      ...email,
      subject: HOSTILE,
      blocks: [{ text: HOSTILE }, { quote: HOSTILE }, { label: HOSTILE, url }],
      footer: HOSTILE,
    });
    expect(html).not.toContain('<script');
    expect([...html.matchAll(/href="[^"]*"/g)].map(([found]) => found)).toEqual(
      Array(2).fill('href="https://chat.example/&quot;&gt;&lt;script&gt;"'),
    );
    expect(text).toContain('> A\n> Bcc');
  });

  it('comes with the headers that threads and lists need', async () => {
    const mailer = createMailer(settings());
    const thread = { in_reply_to: '<a@x>', references: ['<a@x>', '<b@x>'] };
    const unsubscribe_url = 'https://chat.example/stop/1';
    await mailer.send(
      { ...renderEmail({ ...email, to: 'thread@new.example' }), thread, unsubscribe_url },
      { realm, id: 'x' },
    );
    const { headers } = mail.newest('thread@new.example');
    expect(headers.get('message-id')).toBe('<x@chat.example>');
    expect(headers.get('references')).toBe('<a@x> <b@x>');
    expect(headers.get('in-reply-to')).toBe('<a@x>');
    expect(headers.get('list-unsubscribe')).toBe(`<${unsubscribe_url}>`);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });
});

describe('[ML4] a mail server', () => {
  it('is retried with the same mail after a temporary refusal, not after a permanent one', async () => {
    const server = await startServer({ smtp_url: mail.url, failures_expected: true });
    try {
      const invite = (invitee_emails: string) => server.owner.sendInvites({ invitee_emails, stream_ids: [] });
      const waiting = () =>
        server.app.store.db.all<{ error: string; failed_at: number | null }>(sql`select * from jobs`);
      const sent = (to: string) => mail.mails.filter((mail) => mail.to.includes(to)).length;
      mail.refuse(451, 421);
      await invite('later@new.example');
      await server.app.jobs.settle();
      expect(await waiting()).toMatchObject([{ attempts: 1, failed_at: null }]);
      for (const attempts of [2, 3]) {
        server.clock.advance(60 * 60_000);
        await server.app.jobs.settle();
        expect((await waiting()).map((job) => (job as { attempts?: number }).attempts)).toEqual(
          attempts === 2 ? [2] : [],
        );
      }
      expect(sent('later@new.example')).toBe(1);
      mail.refuse(550);
      await invite('never@new.example');
      await server.app.jobs.settle();
      expect((await waiting())[0]!.failed_at).not.toBeNull();
      expect(sent('never@new.example')).toBe(0);
    } finally {
      await server.stop();
    }
  });

  it('that is unreachable costs one attempt; passwords are never sent without TLS', async () => {
    const closed = await startFakeMail();
    await closed.stop();
    const sending = createMailer(settings(closed.url)).send(renderEmail(email), { realm, id: 'x' });
    await expect(sending).rejects.toMatchObject({ code: 'ESOCKET' });
    await expect(sending).rejects.not.toBeInstanceOf(PermanentJobFailure);
    // 127.0.0.1 in another notation: only the plain address counts as this machine.
    const by_name = mail.url.replace('smtp://127.0.0.1', 'smtp://me:secret@[::ffff:127.0.0.1]');
    const before = mail.mails.length;
    await expect(createMailer(settings(by_name)).send(renderEmail(email), { realm, id: 'y' })).rejects.toThrow();
    expect(mail.mails).toHaveLength(before);
  });

  it('is not contacted for a write that failed', async () => {
    const server = await startServer({ smtp_url: mail.url });
    try {
      const many = Array.from({ length: 3 }, (_, n) => `rollback${n}@new.example`).join();
      const bad_channel = { invitee_emails: many, stream_ids: [999_999] };
      await expect(server.owner.sendInvites(bad_channel as never)).rejects.toThrow();
      await server.app.jobs.settle();
      expect(mail.mails.some(({ to }) => to.some((address) => address.startsWith('rollback')))).toBe(false);
    } finally {
      await server.stop();
    }
  });
});
