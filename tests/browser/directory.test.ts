// Signing in with a directory (LDAP) in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { FakeDirectory } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, PHONE, type Stage } from './stage.ts';

let directory: FakeDirectory;
let stage: Stage;

const fill = async (page: Page, login: string, password: string) => {
  await page.getByLabel('Login name or email address').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

describe.skipIf(!hasBrowser)('a directory, in a browser', () => {
  beforeAll(async () => {
    directory = await FakeDirectory.start();
    stage = await openStage({ ldap: directory.settings });
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
    await directory.stop();
  }, 30_000);

  it('[LD1] [LD7] the sign-in page takes a login name, and says what is wrong', async () => {
    const { dara } = stage.cast;
    const entry = directory.add('dara', { mail: [dara.email] });
    for (const options of [{}, PHONE]) {
      const page = await stage.visit(`${stage.server.url}/`, options);
      await page.getByText('Use your Example Directory password.').waitFor();
      expect(await barriers(page)).toEqual([]);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/directory.png` });
      await page.context().close();
    }
    const page = await stage.visit(`${stage.server.url}/`);
    await fill(page, 'dara', 'not the password');
    await page.getByText('The login details are wrong.').waitFor();
    directory.misbehave = (_kind, socket) => {
      socket.destroy();
      return undefined;
    };
    await fill(page, 'dara', entry.password);
    await page.getByText('Example Directory can’t be reached now. Try again later.').waitFor();
    directory.misbehave = null;
    await fill(page, 'dara', entry.password);
    await page.waitForFunction(() => localStorage.getItem('stoa.session') !== null);
    await page.context().close();
  }, 60_000);
});
