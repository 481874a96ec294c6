// What the server refuses of the forms of an organization: said at the field it is about.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { FIELD_TYPE } from '@stoa/contract';
import { type FakeMail, samplePicture, startFakeMail } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';

let mail: FakeMail;
let stage: Stage;
let page: Page;

const dialog = () => page.getByRole('dialog');
const show = async (section: string, button: string) => {
  await page.evaluate((to) => {
    location.hash = `#organization/${to}`;
  }, section);
  await page.getByRole('main').getByRole('button', { name: button }).click();
  await dialog().waitFor();
};
/** What is said about a field that was refused, which has the focus. */
async function refusalOf(field: Locator): Promise<string> {
  await page.waitForFunction(
    (input) => input?.getAttribute('aria-invalid') === 'true' && document.activeElement === input,
    await field.elementHandle(),
  );
  expect(await barriers(page)).toEqual([]);
  return field.evaluate(
    (input) => document.getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)!.textContent!,
  );
}

describe.skipIf(!hasBrowser)('refusals in forms of the organization', () => {
  beforeAll(async () => {
    mail = await startFakeMail();
    stage = await openStage({ smtp_url: mail.url });
    page = await stage.open('#organization', stage.cast.ada);
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
    await mail?.stop();
  }, 30_000);

  it('[WB1022] says what is wrong with the picture or the name of an emoji', async () => {
    await show('emoji-settings', 'Add emoji');
    const [picture, name] = [dialog().getByLabel('Picture'), dialog().getByLabel('Name')];
    const save = dialog().getByRole('button', { name: 'Save' });
    await dialog().getByText('No file chosen').waitFor();
    await picture.setInputFiles({ name: 'Bär.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await dialog().getByText('Bär.png').waitFor();
    // Nothing is shown of what is no picture.
    await dialog().locator('img').waitFor({ state: 'detached' });
    await name.fill('bear!');
    await save.click();
    expect(await refusalOf(name)).toContain('lowercase');
    await name.fill('bear');
    await save.click();
    expect(await refusalOf(picture)).toContain('isn’t a picture');
    const buffer = Buffer.from(await samplePicture().arrayBuffer());
    await picture.setInputFiles({ name: 'bear.png', mimeType: 'image/png', buffer });
    await dialog().locator('img').waitFor();
    await save.click();
    await page.getByText(':bear:', { exact: true }).waitFor();
  }, 30_000);

  it('[WB1022] says that another profile field has the name', async () => {
    await stage.cast.ada.createProfileField({ field_type: FIELD_TYPE.short_text, name: 'Pronouns' });
    await show('profile-field-settings', 'Add field');
    await dialog().getByLabel('Name').fill('Pronouns');
    await dialog().getByRole('button', { name: 'Save' }).click();
    expect(await refusalOf(dialog().getByLabel('Name'))).toContain('already a field');
    await dialog().getByLabel('Name').fill('Team');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
  }, 30_000);

  it('[WB1022] says which addresses were not invited', async () => {
    await show('invites-list-admin', 'Invite by email');
    const addresses = dialog().getByLabel('Email addresses');
    await addresses.fill(`nobody, ${stage.cast.dara.email}`);
    await dialog().getByRole('button', { name: 'Send invitations' }).click();
    const text = await refusalOf(addresses);
    expect(text).toContain('nobody: ');
    expect(text).toContain(`${stage.cast.dara.email}: Already has an account`);
    await addresses.fill('new@example.org');
    await dialog().getByRole('button', { name: 'Send invitations' }).click();
    await dialog().waitFor({ state: 'detached' });
  }, 30_000);

  it('[WB1025] says what is wrong with the name of a channel, and goes on at a group that was made', async () => {
    await stage.cast.ada.subscribe({ subscriptions: [{ name: 'kitchen' }] });
    await page.evaluate(() => {
      location.hash = '#channels/new';
    });
    const name = page.getByRole('main').getByLabel('Name', { exact: true });
    await name.fill('kitchen');
    await page.getByRole('button', { name: 'Create channel' }).click();
    expect(await refusalOf(name)).toContain('already exists');
    await name.fill('');
    await page.evaluate(() => {
      location.hash = '#groups/new';
    });
    await page.getByRole('heading', { name: 'New group' }).waitFor();
    await name.fill('cooks');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.waitForFunction(
      () => document.activeElement?.matches('h2') && document.activeElement.textContent === 'cooks',
    );
  }, 30_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
