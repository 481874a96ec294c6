// Voice messages in a real browser, whose microphone beeps each second.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Cast } from '@stoa/testkit';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, isFirefox, openStage, PHONE, type Stage } from './stage.ts';

const ALLOWED = { permissions: ['microphone'] };

let stage: Stage;
let cast: Cast;
let channel_id: number;

const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const press = (page: Page, name: string) => page.locator('.compose').getByRole('button', { name, exact: true }).click();
const chips = (page: Page) => page.locator('.compose .file');
/** Notes each microphone that is given to the page. */
const noteMicrophones = (page: Page) =>
  page.evaluate(() => {
    const { mediaDevices } = navigator;
    const given: MediaStream[] = [];
    Object.assign(window, { given });
    const get = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await get(wanted);
      given.push(stream);
      return stream;
    };
  });
const listening = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { given: MediaStream[] }).given
        .flatMap((stream) => stream.getTracks())
        .filter(({ readyState }) => readyState === 'live').length,
  );
async function begin(page: Page): Promise<void> {
  await press(page, 'Record a voice message');
  await page.locator('.compose').getByText('Recording', { exact: true }).waitFor();
}
const hasRun = (page: Page, time: string) => page.locator('.voice-time', { hasText: time }).waitFor();

// Firefox has no microphone to give here.
describe.skipIf(!hasBrowser || isFirefox)('voice messages', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({ subscriptions: [{ name: 'kitchen' }], principals: [cast.ada.user_id] });
    channel_id = (await cast.ada.getStreamId({ stream: 'kitchen' })).stream_id;
    await cast.ada.sendMessage({ type: 'channel', to: 'kitchen', topic: 'lunch', content: 'Half past twelve?' });
    await cast.ada.sendMessage({ type: 'channel', to: 'kitchen', topic: 'dinner', content: 'At seven?' });
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB920] records, attaches, sends and plays', async () => {
    for (const options of [{}, PHONE]) {
      const page = await stage.open(topicHash('lunch'), cast.ada, { ...options, ...ALLOWED });
      await page.locator('.compose textarea').waitFor();
      await noteMicrophones(page);
      await begin(page);
      await hasRun(page, '0:02');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Finish');
      expect([await barriers(page), await listening(page)]).toEqual([[], 1]);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/voice-${'viewport' in options}.png` });
      await page.keyboard.press('Enter');
      await chips(page).waitFor();
      expect(await listening(page)).toBe(0);
      await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
      await page.locator('.compose .send[aria-disabled=false]').click();
      const player = page.locator('article:not(.outgoing) audio').last();
      await player.waitFor();
      expect(await page.locator('article .file-name').last().textContent()).toMatch(
        /^Voice message [\d-]{10} [\d.]{5}\.m4a$/,
      );
      const played = await player.evaluate(async (audio: HTMLAudioElement) => {
        audio.muted = true;
        await audio.play();
        return { seconds: audio.duration, kind: (await fetch(audio.currentSrc)).headers.get('content-type') };
      });
      expect(played.seconds).toBeGreaterThan(1.5);
      expect(played.seconds).toBeLessThan(30);
      await page.context().close();
    }
  }, 60_000);

  it('[WB920] discards, and the microphone is free', async () => {
    const page = await stage.open(topicHash('lunch'), cast.ada, ALLOWED);
    await page.locator('.compose textarea').waitFor();
    await noteMicrophones(page);
    await begin(page);
    await hasRun(page, '0:01');
    await press(page, 'Discard recording');
    await page.locator('.compose').getByRole('button', { name: 'Record a voice message' }).waitFor();
    expect([await chips(page).count(), await listening(page)]).toEqual([0, 0]);
    await page.context().close();
  });

  it('[WB921] keeps what was said when one goes elsewhere, and when the microphone is gone', async () => {
    const page = await stage.open(topicHash('lunch'), cast.ada, ALLOWED);
    await page.locator('.compose textarea').waitFor();
    await noteMicrophones(page);
    await begin(page);
    await hasRun(page, '0:01');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, topicHash('dinner'));
    await page.getByText('At seven?').waitFor();
    await page.waitForFunction(() => !document.querySelector('.voice-recorder'));
    expect([await chips(page).count(), await listening(page)]).toEqual([0, 0]);
    await page.goBack();
    await chips(page).locator('.file-name', { hasText: 'Voice message' }).waitFor();

    await begin(page);
    await hasRun(page, '0:01');
    await page.evaluate(() => {
      for (const stream of (window as unknown as { given: MediaStream[] }).given)
        for (const track of stream.getTracks()) {
          track.stop();
          track.dispatchEvent(new Event('ended'));
        }
    });
    await page.waitForFunction(() => document.querySelectorAll('.compose .file').length === 2);
    await page.context().close();
  }, 30_000);

  it('[WB922] says what to do where the browser refuses', async () => {
    const page = await stage.open(topicHash('lunch'), cast.ada, { permissions: [] });
    await press(page, 'Record a voice message');
    await page.getByText('Your browser doesn’t let this page use the microphone.').waitFor();
    await page.locator('.compose').getByRole('button', { name: 'Record a voice message' }).waitFor();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
    });
    await press(page, 'Record a voice message');
    await page.getByText('No microphone found.').waitFor();
    await page.context().close();
  });

  it('[WB936] frees the microphone where the recording does not begin', async () => {
    const page = await stage.open(topicHash('dinner'), cast.ada, ALLOWED);
    await page.locator('.compose textarea').waitFor();
    await noteMicrophones(page);
    await page.evaluate(() => {
      MediaRecorder.prototype.start = () => {
        throw new DOMException('the encoder is busy', 'UnknownError');
      };
    });
    await press(page, 'Record a voice message');
    await page.getByText('The microphone can’t be used now. Another program may be using it.').waitFor();
    await page.locator('.compose').getByRole('button', { name: 'Record a voice message' }).waitFor();
    expect([await chips(page).count(), await listening(page)]).toEqual([0, 0]);
    await page.context().close();
  });

  it('[WB922] has no button where no microphone can be had', async () => {
    const page = await stage.open(topicHash('lunch'), cast.ada);
    await page.context().addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined });
    });
    await page.reload();
    await page.locator('.compose').getByLabel('Attach files').waitFor();
    expect(await page.locator('.compose').getByRole('button', { name: 'Record a voice message' }).count()).toBe(0);
    await page.context().close();
  });

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
