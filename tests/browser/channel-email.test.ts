// The email address of a channel, shown in a real browser and used by a mail program.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { passwordOf, sendMailTo } from '@stoa/testkit';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;

describe.skipIf(!hasBrowser)('the email address of a channel, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage({ incoming_mail: { domain: 'chat.example' } });
  }, 60_000);
  afterAll(() => stage?.stop(), 30_000);

  const open = async (who: 'dara' | 'eli', channel: string) => {
    const { stream_id } = await stage.cast.dara.getStreamId({ stream: channel });
    const page = await stage.open(`#channels/${stream_id}/${channel}/general`, stage.cast[who]);
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    return page;
  };

  it('[IC17] is made of what is chosen, and works', async () => {
    const { dara } = stage.cast;
    await dara.subscribe({ subscriptions: [{ name: 'post' }] });
    const page = await open('dara', 'post');
    await page.getByRole('button', { name: 'Show email address…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email address of post' });
    const shown = dialog.getByRole('textbox', { name: 'Email address' });
    const showing = (form: RegExp) =>
      page.waitForFunction(
        (source) => new RegExp(source).test(document.querySelector<HTMLInputElement>('.copy-line input')!.value),
        form.source,
      );
    await showing(/^post\.[a-z2-7]+@chat\.example$/);
    const by_bot = await shown.inputValue();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByLabel('Messages come from').selectOption('Gus the bot');
    await dialog.getByLabel('Show who sent the email').check();
    await showing(/^post\.[a-z2-7]+\.show-sender@chat\.example$/);
    const address = await shown.inputValue();
    for (const name of ['Keep quoted text', 'Keep signatures', 'Use the email’s formatting (HTML)'])
      await dialog.getByLabel(name).check();
    await showing(/^post\.[a-z2-7]+\.s\.q\.f\.h@chat\.example$/);

    const send = (to: string, text: string) =>
      sendMailTo(stage.server.app.mail_port!, { to, subject: 'by mail', text });
    expect((await send(by_bot, 'first')).code).toBe(250);
    expect((await send(address, 'second')).code).toBe(250);
    const { messages } = await dara.getMessages({
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'channel', operand: 'post' }],
    });
    expect(messages.map(({ sender_full_name, content }) => [sender_full_name, content])).toEqual([
      ['Notification Bot', 'first'],
      ['Gus the bot', '**From:** Jo Sender <jo@elsewhere.example>\n\nsecond'],
    ]);
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[SS11] needs the password, long after signing in, where it posts in one’s own name', async () => {
    const { dara } = stage.cast;
    await dara.subscribe({ subscriptions: [{ name: 'own post' }] });
    const { stream_id } = await dara.getStreamId({ stream: 'own post' });
    const credentials = { username: dara.email, password: passwordOf(dara) };
    const { email, session_key } = await stage.server.client().createSession(credentials);
    const page = await stage.open(`#channels/${stream_id}/own post/general`, { email, api_key: session_key });
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    stage.server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
    await page.getByRole('button', { name: 'Show email address…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email address of own post' });
    const sender = dialog.getByLabel('Messages come from');
    const asking = page.getByRole('dialog', { name: 'Confirm your password' });
    await sender.selectOption('Gus the bot');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Please confirm your password.').waitFor();
    await sender.selectOption('Dara Member (you)');
    await asking.getByLabel('Your password').fill(credentials.password);
    await asking.getByLabel('Your password').press('Enter');
    await dialog.getByRole('textbox', { name: 'Email address' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[IC17] is not offered to who may not post', async () => {
    const { ada, dara, eli } = stage.cast;
    await dara.subscribe({ subscriptions: [{ name: 'notices' }], principals: [dara.user_id, eli.user_id] });
    const { stream_id } = await dara.getStreamId({ stream: 'notices' });
    const { realm_user_groups } = await ada.registerQueue({ fetch_event_types: ['realm_user_groups'] });
    const administrators = realm_user_groups!.find(({ name }) => name === 'role:administrators')!.id;
    await dara.updateStream({ stream_id, can_send_message_group: { new: administrators } });
    const page = await open('eli', 'notices');
    await page.getByText('Retention').first().waitFor();
    expect(await page.getByRole('button', { name: 'Show email address…' }).count()).toBe(0);
    await page.context().close();
  }, 60_000);
});
