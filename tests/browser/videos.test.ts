// Films and sounds of messages, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { Page } from 'playwright-core';
import { barriers, hasBrowser, openStage, type Stage } from './stage.ts';
import { tone } from './tone.ts';

let stage: Stage;

/** Three seconds of a film, taken by the browser itself from something that moves. */
async function film(page: Page): Promise<File> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 320, height: 180 });
    const context = canvas.getContext('2d')!;
    let step = 0;
    const moving = setInterval(() => {
      step += 9;
      context.fillStyle = `hsl(${step} 80% 50%)`;
      context.fillRect(0, 0, 320, 180);
    }, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    setTimeout(() => recorder.stop(), 3000);
    await ended;
    clearInterval(moving);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return new File([Buffer.from(base64, 'base64')], 'colours.webm', { type: 'video/webm' });
}

describe.skipIf(!hasBrowser)('films and sounds, in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB967] says so where a file can’t be played, and keeps the link to it', async () => {
    const { bela, dara } = stage.cast;
    const noise = (name: string, type: string) => new File([new Uint8Array(5000).fill(7)], name, { type });
    const { url: film } = await bela.uploadFile({}, { file: noise('broken.mp4', 'video/mp4') });
    const { url: sound } = await bela.uploadFile({}, { file: noise('broken.mp3', 'audio/mpeg') });
    for (const content of [`[broken.mp4](${film})`, `[broken.mp3](${sound})`])
      await bela.sendMessage({ type: 'direct', to: [dara.user_id], content });
    const page = await stage.open(`#narrow/dm/${bela.user_id}`, dara);
    for (const name of ['broken.mp4', 'broken.mp3']) {
      const message = page.locator('article', { hasText: name });
      await message.getByText('This browser can’t play the file.').waitFor();
      await message.getByRole('link', { name }).first().waitFor();
      expect(await message.locator('video, audio').count()).toBe(0);
    }
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 30_000);

  it('[WB104] video and audio play inline, by keyboard too, and load in ranges', async () => {
    const { ada, dara } = stage.cast;
    const page = await stage.open('#inbox', dara);
    const uploads = await Promise.all([
      ada.uploadFile({}, { file: await film(page) }),
      ada.uploadFile({}, { file: tone() }),
    ]);
    const [moving, sounding] = uploads.map(({ url }) => url);
    const content = `[colours.webm](${moving})\n\n![tone.wav](${sounding})`;
    await ada.sendMessage({ type: 'direct', to: [dara.user_id], content });
    const parts: [status: number, range: string | undefined, asked: string | undefined][] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'media') return;
      parts.push([response.status(), response.headers()['content-range'], response.request().headers().range]);
    });
    await page.goto(`${stage.server.url}/#narrow/dm/${ada.user_id}`);
    for (const tag of ['video', 'audio']) {
      const player = page.locator(`article ${tag}`);
      await player.waitFor();
      // Nothing plays by itself, and nothing but the beginning is fetched.
      await player.evaluate(
        (media: HTMLMediaElement) =>
          new Promise<void>((resolve) => {
            if (media.readyState >= 1) resolve();
            else media.onloadedmetadata = () => resolve();
          }),
      );
      const state = () =>
        player.evaluate(({ paused, controls, preload, autoplay, currentTime }: HTMLMediaElement) => ({
          paused,
          controls,
          preload,
          autoplay,
          begun: currentTime > 0,
        }));
      expect(await state()).toEqual({
        paused: true,
        controls: true,
        preload: 'metadata',
        autoplay: false,
        begun: false,
      });
      expect(await player.getAttribute('aria-label')).toContain(tag === 'video' ? 'colours' : 'tone');
      await player.focus();
      await page.keyboard.press('Space');
      await player.evaluate(
        (media: HTMLMediaElement) =>
          new Promise<void>((resolve) => {
            if (media.currentTime > 0) resolve();
            else media.ontimeupdate = () => media.currentTime > 0 && resolve();
          }),
      );
      expect(await player.evaluate(({ error }: HTMLMediaElement) => error)).toBeNull();
    }
    const video = page.locator('article video');
    expect(await video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight])).toEqual([
      320, 180,
    ]);
    expect(parts.length).toBeGreaterThanOrEqual(2);
    for (const [status, range, requested] of parts) {
      expect(requested).toMatch(/^bytes=\d+-/);
      expect([status, range]).toEqual([206, expect.stringMatching(/^bytes \d+-\d+\/\d+$/)]);
    }
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
