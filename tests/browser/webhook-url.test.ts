// The URL of an incoming webhook, made in a real browser and used by a service.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { BOT_TYPE } from '@stoa/contract';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let stage: Stage;

describe.skipIf(!hasBrowser)('the URL of a webhook, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(() => stage?.stop(), 30_000);

  it('[WB410] is made of what is chosen, and works', async () => {
    const { dara } = stage.cast;
    await dara.subscribe({ subscriptions: [{ name: 'builds' }] });
    const bot_type = BOT_TYPE.incoming_webhook;
    await dara.createBot({ full_name: 'Hook', short_name: 'hook', bot_type });
    const page = await stage.open('#settings/bots', dara);
    await page.getByRole('button', { name: 'Manage Hook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hook' });
    const service = dialog.getByLabel('Service', { exact: true });
    await service.selectOption('GitHub');
    await dialog.getByRole('combobox', { name: 'Sends to' }).click();
    await page.getByRole('option', { name: 'builds' }).click();
    await dialog.getByLabel('Topic').fill('code');
    await dialog.getByLabel('Add an event').selectOption('issues');
    await dialog.getByRole('button', { name: 'Show URL' }).click();
    const shown = dialog.getByRole('textbox', { name: 'Webhook URL' });
    const address = new URL(await shown.inputValue());
    expect(address.pathname).toBe('/api/v1/external/github');
    expect(address.searchParams.get('only_events')).toBe('["issues"]');
    expect(await barriers(page)).toEqual([]);
    const post = (event: string, payload: object) =>
      fetch(address, {
        method: 'POST',
        headers: { 'x-github-event': event },
        body: JSON.stringify(payload),
      });
    const repository = { name: 'engine', full_name: 'acme/engine' };
    const sender = { login: 'mira' };
    const issue = { number: 12, title: 'Hot', html_url: 'https://github.com/acme/engine/issues/12' };
    expect((await post('issues', { action: 'opened', issue, repository, sender })).status).toBe(200);
    expect((await post('star', { action: 'created', repository, sender })).status).toBe(200);
    const { messages } = await dara.getMessages({ anchor: 'newest', num_before: 5, num_after: 0, narrow: [] });
    const sent = messages.filter(({ sender_full_name }) => sender_full_name === 'Hook');
    expect(sent.map(({ display_recipient, subject }) => [display_recipient, subject])).toEqual([['builds', 'code']]);
    await service.selectOption('GitLab');
    expect(new URL(await shown.inputValue()).searchParams.has('only_events')).toBe(false);
    // A new key is in the URL at once.
    await dialog.getByRole('button', { name: 'Reset key…' }).click();
    await page.getByRole('button', { name: 'Reset key', exact: true }).click();
    await page.waitForFunction(
      (old) => (document.querySelector('input[aria-label="Webhook URL"]') as HTMLInputElement).value !== old,
      address.href,
    );
    const key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue();
    expect(new URL(await shown.inputValue()).searchParams.get('api_key')).toBe(key);
    expect(stage.complaints).toEqual([]);
    await page.context().close();
  }, 60_000);
});
