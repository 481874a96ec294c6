// Mail that becomes messages: who posts, what stays of a mail, and what becomes of its attachments.
import { expect, it } from 'bun:test';
import { type ApiError, type ChannelId, topicKey, type UserId } from '@stoa/contract';
import { type MailOption, withMailOptions } from '@stoa/contract/mail-options';
import { sendMailTo, sendRawMail, serveTests, verifyEvents } from '@stoa/testkit';
import type { SendMailOptions } from 'nodemailer';

const { server, cast } = await serveTests({ incoming_mail: { domain: 'chat.example' } });
const { ada, bot, dara } = cast;
const port = server.app.mail_port!;

await dara.subscribe({ subscriptions: [{ name: 'Größe & Post' }] });
const { stream_id } = await dara.getStreamId({ stream: 'Größe & Post' });

const addressOf = async (options: readonly MailOption[] = [], sender_id?: UserId, of: ChannelId = stream_id) =>
  withMailOptions((await dara.getStreamEmailAddress({ stream_id: of, sender_id })).email, options);

async function newest(of: ChannelId = stream_id) {
  const { messages } = await dara.getMessages({
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: of }],
  });
  return messages[0]!;
}

/** Sends a mail and returns the message that it became. */
async function posted(mail: Omit<SendMailOptions, 'to'>, options: readonly MailOption[] = [], sender_id?: UserId) {
  const reply = await sendMailTo(port, { to: await addressOf(options, sender_id), subject: 'a subject', ...mail });
  expect(reply).toEqual({ code: 250, text: '2.6.0 Posted' });
  return newest();
}

async function postedRaw(raw: string | Buffer, options: readonly MailOption[] = []) {
  expect(await sendRawMail(port, await addressOf(options), raw)).toEqual({ code: 250, text: '2.6.0 Posted' });
  return newest();
}

const FOOTER = 'Hello,\n\nall is well.\n\n-- \nJo, Elsewhere Ltd.';
const REPLIED = `${'Yes.'}\n\nOn Mon, 1 Jan 2024 at 10:00, Dara <dara@stoa.example> wrote:\n\n> Is it?\n> Really?\n\nBye`;

it('[IC1] an address names the channel, may be written in capitals, and fits with all options', async () => {
  const email = await addressOf();
  expect(email).toMatch(/^grosse-post\.[a-z2-7]{20,40}@chat\.example$|^gro-e-post\.[a-z2-7]{20,40}@chat\.example$/);
  const all = await addressOf(['show-sender', 'include-quotes', 'include-footers', 'prefer-html']);
  expect(all.split('@')[0]!.length).toBeLessThanOrEqual(64);
  expect(await sendMailTo(port, { to: email.toUpperCase(), subject: 'Loud', text: 'hi' })).toMatchObject({ code: 250 });
  expect(await newest()).toMatchObject({ subject: 'Loud', content: 'hi' });
  const spelled = email.replace('@', '.show-sender.include-quotes.include-footers.prefer-html@');
  expect(await sendMailTo(port, { to: spelled, subject: 'Long', text: 'hi' })).toMatchObject({ code: 250 });
  expect((await newest()).content).toStartWith('**From:** Jo Sender <jo@elsewhere.example>');
});

it('[IC4] posts as the system bot, as the maker of the address, or as a bot of the maker', async () => {
  const { messages } = await dara.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 });
  expect((await posted({ text: 'one' })).sender_full_name).toBe('Notification Bot');
  expect(await posted({ text: 'two' }, [], dara.user_id)).toMatchObject({ sender_id: dara.user_id, flags: [] });
  expect((await posted({ text: 'three' }, [], bot.user_id)).sender_id).toBe(bot.user_id);
  expect(messages).toHaveLength(1);
});

it('[IC6] the topic is the subject without marks of replies, cut, or none', async () => {
  const topicOf = async (subject: string) => (await posted({ subject, text: 'x' })).subject;
  expect(await topicOf('Re: Fwd: AW: [list] Über alles')).toBe('[list] Über alles');
  expect(await topicOf('RE[2]: ✔ done')).toBe('✔ done');
  expect(await topicOf('Regards: no mark')).toBe('Regards: no mark');
  const long = await topicOf('é'.repeat(100));
  expect([...long]).toHaveLength(60);
  expect(topicKey(await topicOf('two\u0007  words'))).toBe('two words');
  expect((await posted({ subject: '', text: 'no subject' })).subject).toBe('general chat');
  expect((await posted({ subject: 'Re:', text: 'only a mark' })).subject).toBe('general chat');
});

it('[IC6] keeps to the policy on topics', async () => {
  await dara.updateStream({ stream_id, topics_policy: 'disable_empty_topic' });
  for (const subject of ['', 'general chat', '(no topic)'])
    expect((await posted({ subject, text: 'a' })).subject).toBe('(no subject)');
  await dara.updateStream({ stream_id, topics_policy: 'inherit' });
  await dara.subscribe({ subscriptions: [{ name: 'one stream' }] });
  const { stream_id: only } = await dara.getStreamId({ stream: 'one stream' });
  await dara.updateStream({ stream_id: only, topics_policy: 'empty_topic_only' });
  const to = await addressOf([], undefined, only);
  expect(await sendMailTo(port, { to, subject: 'A *bold* matter', text: 'text' })).toMatchObject({ code: 250 });
  expect((await newest(only)).content).toBe('**A bold matter**\n\ntext');
});

it('[IC8] leaves out quotations and signatures, unless the address asks for them', async () => {
  expect((await posted({ text: FOOTER })).content).toBe('Hello,\n\nall is well.');
  expect((await posted({ text: FOOTER }, ['include-footers'])).content).toContain('--\nJo, Elsewhere Ltd.');
  expect((await posted({ text: REPLIED })).content).toBe('Yes.\n\nBye');
  expect((await posted({ text: REPLIED }, ['include-quotes'])).content).toContain('> Is it?');
  expect((await posted({ subject: 'Fwd: news', text: REPLIED })).content).toContain('> Is it?');
  expect((await posted({ text: '> only quoted' })).content).toBe('> only quoted');
  const html = '<p>Yes.</p><div class="gmail_quote"><p>Is it?</p></div><div class="gmail_signature">Jo</div>';
  expect((await posted({ html })).content).toBe('Yes.');
  expect((await posted({ html }, ['include-quotes', 'include-footers'])).content).toBe('Yes.\n\nIs it?\n\nJo');
});

it('[IC8] takes the plain text, or the HTML as Markdown', async () => {
  const html =
    '<html><head><style>p{}</style></head><body><h2>News</h2><p>See <a href="https://a.example/x">the <b>plan</b></a><img src="https://t.example/1.gif"></p><script>x</script></body></html>';
  expect((await posted({ text: 'plain', html })).content).toBe('plain');
  expect((await posted({ text: 'plain', html }, ['prefer-html'])).content).toBe(
    '## News\n\nSee [the plan](https://a.example/x)',
  );
  expect((await posted({ html })).content).toBe('## News\n\nSee [the plan](https://a.example/x)');
  expect((await posted({ text: 'plain' }, ['prefer-html'])).content).toBe('plain');
});

it('[IC8] shows who sent the mail only if asked, and never as markup', async () => {
  const from = { name: '@**all** [x](https://evil.example) *Jo*', address: 'jo@elsewhere.example' };
  expect((await posted({ from, text: 'hi' })).content).toBe('hi');
  expect((await posted({ from, text: 'hi' }, ['show-sender'])).content).toBe(
    '**From:** all x(httpsevil.example) Jo <jo@elsewhere.example>\n\nhi',
  );
});

it('[IC9] decodes charsets and encodings, and drops what no message has', async () => {
  const head = (type: string, encoding: string, subject: string) =>
    `From: jo@elsewhere.example\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const latin1 = head('text/plain; charset=iso-8859-1', 'quoted-printable', '=?iso-8859-1?Q?Gr=FC=DFe?=');
  expect(await postedRaw(`${latin1}Sch=F6ne Gr=FC=DFe=\r\n aus K=F6ln\r\n`)).toMatchObject({
    subject: 'Grüße',
    content: 'Schöne Grüße aus Köln',
  });
  const japanese = Buffer.concat([
    Buffer.from(head('text/plain; charset=Shift_JIS', '8bit', '=?UTF-8?B?5pel5pys?=')),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
  ]);
  expect(await postedRaw(japanese)).toMatchObject({ subject: '日本', content: '日本' });
  const base64 = head('text/plain; charset=utf-8', 'base64', 'plain');
  expect((await postedRaw(`${base64}${Buffer.from('a\0b\u0007c\r\nd').toString('base64')}\r\n`)).content).toBe(
    'abc\nd',
  );
  const odd = head('text/plain; charset=no-such-charset', '7bit', 'odd');
  expect((await postedRaw(`${odd}still here`)).content).toBe('still here');
});

it('[IC10] cuts what is too long, and says so, and that there is no text, in the language of the organization', async () => {
  const long = await posted({ text: `${'word '.repeat(4000)}` });
  expect([...long.content].length).toBeLessThanOrEqual(10_000);
  expect(long.content.slice(-30)).toMatch(/ wo?r?d?\n\n\[email truncated\]$/);
  const code = await posted({
    text: `\`\`\`\n${'x\n'.repeat(9000)}\`\`\``,
    attachments: [{ filename: 'a.txt', content: 'a' }],
  });
  expect(code.content).toMatch(/\[email truncated\]\n```\n\n\[a\.txt\]\(\/user_uploads\/\S+\)$/);
  expect((await posted({ text: ' \n' })).content).toBe('(no email body)');
  await ada.updateRealm({ default_language: 'de' });
  expect((await posted({ text: '-- \nJo' })).content).toBe('(kein Text in der E-Mail)');
  await ada.updateRealm({ default_language: 'fr' });
  expect((await posted({ text: 'oui' }, ['show-sender'])).content).toStartWith('**De\u202f:** Jo Sender');
  await ada.updateRealm({ default_language: 'en' });
});

it('[IC11] attachments become uploads of who made the address, and pictures stay where they stand', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const message = await posted(
    {
      html: '<p>Look: <img src="cid:pic@x"> nice</p>',
      attachments: [
        { filename: 'pic.gif', content: gif, cid: 'pic@x' },
        { filename: '../evil [x](y).txt', content: 'text of a file' },
      ],
    },
    ['prefer-html'],
  );
  expect(message.content).toMatch(
    /^Look: \[pic\.gif\]\((\/user_uploads\/\S+\/pic\.gif)\) nice\n\n\[\S.*\]\((\/user_uploads\/\S+)\)$/,
  );
  expect(message.sender_full_name).toBe('Notification Bot');
  const { attachments } = await dara.getAttachments();
  const own = attachments.filter(({ message_ids }) => message_ids.includes(message.id));
  expect(own.map(({ size }) => size).sort((a, b) => a - b)).toEqual([14, gif.length]);
  const path = /\((\/user_uploads\/\S+)\)$/.exec(message.content)![1]!;
  const [, realm, ...rest] = path.slice(1).split('/');
  const named = { realm_id_str: Number(realm), filename: rest.join('/') };
  expect(await cast.finn.getFileTemporaryUrl(named).catch(({ status }: ApiError) => status)).toBe(404);
  const shown = await cast.eli.getFileTemporaryUrl(named);
  const file = await fetch(new URL(shown.url, server.url));
  expect(await file.text()).toBe('text of a file');
});

it('[IC5] [IC11] everybody concerned gets what they would fetch', async () => {
  await cast.eli.subscribe({ subscriptions: [{ name: 'Größe & Post' }] });
  const attachments = [{ filename: 'plan.txt', content: 'a plan' }];
  const { events } = await verifyEvents([dara, cast.eli, cast.finn], () =>
    posted({ subject: 'events', text: 'See @**Eli Member**', attachments }, ['show-sender'], dara.user_id),
  );
  const typesOf = (at: number) => events[at]!.map(({ type }) => type);
  expect(typesOf(0)).toEqual(expect.arrayContaining(['attachment', 'message']));
  expect(typesOf(1)).toContain('message');
  expect(typesOf(2)).not.toContain('message');
});

it('[IC11] says how many files were left out', async () => {
  const attachments = Array.from({ length: 23 }, (_, at) => ({ filename: `f${at}.txt`, content: `${at}` }));
  const { content } = await posted({ text: 'many', attachments });
  expect(content.match(/\/user_uploads\//g)).toHaveLength(20);
  expect(content).toEndWith('3 more files were left out.');
});
