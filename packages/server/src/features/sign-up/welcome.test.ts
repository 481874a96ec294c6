// The preview of the welcome message, and the welcome email.
import { expect, it } from 'bun:test';
import type { ApiError } from '@stoa/contract';
import { serveTests, startFakeMail, startServer, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();

it('[SU10] the preview is sent as new accounts get it, only to its caller', async () => {
  const { bela, dara } = cast;
  const { value, events } = await verifyEvents([bela, dara], () =>
    bela.testWelcomeMessage({ welcome_message_custom_text: '**Welcome**, all! ' }),
  );
  const { message } = await bela.getMessage({ message_id: value.message_id });
  expect(message).toMatchObject({
    content: '<p><strong>Welcome</strong>, all!</p>',
    sender_full_name: 'Notification Bot',
    type: 'private',
  });
  expect(events[1]).toEqual([]);
});

it('[SU10] the text is required and limited as in the settings', async () => {
  const send = (welcome_message_custom_text: string) =>
    cast.ada.testWelcomeMessage({ welcome_message_custom_text }).then(
      () => 'success',
      ({ code }: ApiError) => code,
    );
  expect(await send('🏛'.repeat(8000))).toBe('success');
  expect(await send('🏛'.repeat(8001))).toBe('BAD_REQUEST');
  expect(await send(' \n')).toBe('BAD_REQUEST');
});

it('[SU16] if the organization sends welcome mail, new accounts get it once', async () => {
  const mail = await startFakeMail();
  const mailing = await startServer({ smtp_url: mail.url });
  const { ada } = await mailing.cast();
  const subjectsTo = async (email: string) => {
    await mailing.app.jobs.settle();
    return mail.mails.filter(({ to }) => to.includes(email)).map(({ headers }) => headers.get('subject'));
  };
  const signUp = async (email: string) => {
    await ada.sendInvites({ invitee_emails: email, stream_ids: [] });
    await mailing.app.jobs.settle();
    const link = mail.newest(email).text.match(/http\S+\/join\/\S+/)![0];
    const body = new URLSearchParams({ full_name: 'New Person', password: 'wandering teapots everywhere' });
    expect((await fetch(link, { method: 'POST', body, headers: { accept: 'application/json' } })).status).toBe(200);
  };
  await signUp('before@new.example');
  expect(await subjectsTo('before@new.example')).toHaveLength(1);
  await ada.updateRealm({ send_welcome_emails: true });
  await signUp('after@new.example');
  const [, welcome, ...more] = await subjectsTo('after@new.example');
  expect([welcome, more]).toEqual([`Welcome to ${mailing.realm.name}`, []]);
  expect(mail.newest('after@new.example').text).toContain('after@new.example');
  await mailing.stop();
  await mail.stop();
});
