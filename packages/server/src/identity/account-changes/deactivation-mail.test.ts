// The mail about a deactivated account, through a mail server.
import { describe, expect, it } from 'bun:test';
import { serveTestsWithMail, startServer } from '@stoa/testkit';

const { mail, server, cast } = await serveTestsWithMail();

async function newcomer(name: string) {
  const email = `${name}@stoa.example`;
  const { user_id } = await cast.ada.createUser({ email, full_name: name, password: 'eleven quiet lanterns' });
  return { email, user_id };
}
async function mailsTo(email: string) {
  await server.app.jobs.settle();
  return mail.mails.filter(({ to }) => to.includes(email));
}

describe('[US23] the mail about a deactivation', () => {
  it('contains the administrator’s text, escaped', async () => {
    const { email, user_id } = await newcomer('told');
    const deactivation_notification_comment = 'Thank you!\n<script>alert(1)</script>';
    const answer = await cast.bela.deactivateUser({ user_id, deactivation_notification_comment });
    expect(answer).not.toHaveProperty('ignored_parameters_unsupported');
    expect(await mailsTo(email)).toHaveLength(1);
    const { headers, text, html } = mail.newest(email);
    expect(headers.get('subject')).toContain('deactivated');
    expect(text).toContain('> Thank you!\n> <script>alert(1)</script>');
    expect(html).toContain('Thank you!<br>&lt;script&gt;');
  });

  it('is sent without a text if there is none', async () => {
    const { email, user_id } = await newcomer('plain');
    await cast.bela.deactivateUser({ user_id, deactivation_notification_comment: '' });
    expect(await mailsTo(email)).toHaveLength(1);
    expect(mail.newest(email).text).not.toContain('They wrote');
  });

  it('is sent only on request, and never to a bot', async () => {
    const { email, user_id } = await newcomer('quiet');
    await cast.bela.deactivateUser({ user_id });
    expect(await mailsTo(email)).toEqual([]);
    const { bot } = cast;
    await cast.ada.deactivateUser({ user_id: bot.user_id, deactivation_notification_comment: 'x' });
    expect(await mailsTo(bot.email)).toEqual([]);
  });

  it('has at most 2,000 characters of text; more is refused and nothing happens', async () => {
    const { email, user_id } = await newcomer('long');
    const deactivation_notification_comment = 'x'.repeat(2001);
    await expect(cast.bela.deactivateUser({ user_id, deactivation_notification_comment })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect((await cast.ada.getUser({ user_id })).user.is_active).toBe(true);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('does not prevent the deactivation on a server without mail', async () => {
    const silent = await startServer();
    const { ada, eli } = await silent.cast();
    await ada.deactivateUser({ user_id: eli.user_id, deactivation_notification_comment: 'Bye' });
    expect((await ada.getUser({ user_id: eli.user_id })).user.is_active).toBe(false);
    await silent.stop();
  });
});
