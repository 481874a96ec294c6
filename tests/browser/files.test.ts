// Files in a real browser: beside the text of a message, dropped on the page, and as messages show them.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cast } from '@stoa/testkit';
import type { Locator, Page } from 'playwright-core';
import { barriers, dragByTouch, hasBrowser, isFirefox, openStage, PHONE, type Stage } from './stage.ts';
import { tone } from './tone.ts';

let stage: Stage;
let cast: Cast;
let ada: Page;
let channel_id: number;

const shots = join(import.meta.dir, '../../docs/screenshots');
const shot = (name: string) => readFileSync(join(shots, `${name}.png`));
const topicHash = (topic: string) => `#narrow/channel/${channel_id}/topic/${topic}`;
const field = (page: Page) => page.locator('.compose textarea');
const chips = (page: Page): Locator => page.locator('.compose .file');
const message = (page: Page, text: string): Locator => page.locator('article', { hasText: text }).last();
const post = async (topic: string, content: string) =>
  (await cast.ada.sendMessage({ type: 'channel', to: 'plans', topic, content })).id;
const uploadFile = async (file: File) => (await cast.ada.uploadFile({}, { file })).url;
const upload = (name: string, type: string, content: string | Buffer) =>
  uploadFile(new File([content as BlobPart], name, { type }));
const names = (page: Page) => chips(page).locator('.file-name').allTextContents();
const waitForNames = (page: Page, wanted: readonly string[]) =>
  page.waitForFunction(
    (all) => Array.from(document.querySelectorAll('.compose .file-name'), (name) => name.textContent).join() === all,
    wanted.join(),
  );
const choose = (page: Page, ...files: [name: string, mimeType: string, buffer: Buffer][]) =>
  page
    .locator('.compose input[type=file]')
    .setInputFiles(files.map(([name, mimeType, buffer]) => ({ name, mimeType, buffer })));
/** As a browser tells of files from elsewhere. */
const drag = (page: Page, type: 'dragenter' | 'drop', name: string, bytes = 5) =>
  page.evaluate(
    ([kind, file, size]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(size)], file, { type: 'text/plain' }));
      const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      return document.querySelector('.view-header')!.dispatchEvent(event);
    },
    [type, name, bytes] as const,
  );
async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(`${stage.server.url}/${hash}`);
}
async function sentTo(topic: string): Promise<string> {
  const { messages } = await cast.ada.getMessages({
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'channel', operand: 'plans' },
      { operator: 'topic', operand: topic },
    ],
  });
  return messages[0]!.content;
}

describe.skipIf(!hasBrowser)('files in a browser', () => {
  beforeAll(async () => {
    stage = await openStage();
    cast = stage.cast;
    await cast.ada.subscribe({ subscriptions: [{ name: 'plans' }], principals: [cast.ada.user_id, cast.dara.user_id] });
    channel_id = (await cast.ada.getStreamId({ stream: 'plans' })).stream_id;
    await post('rooms', 'Nothing yet');
    ada = await stage.open(topicHash('rooms'), cast.ada);
    await field(ada).waitFor();
  }, 90_000);
  afterAll(async () => {
    await stage?.stop();
  }, 30_000);

  it('[WB150] are listed beside the text in order, and sent as links after it', async () => {
    await choose(
      ada,
      ['plan.png', 'image/png', shot('topic-phone-light')],
      ['a](b).txt', 'text/plain', Buffer.from('hello')],
      ['last.txt', 'text/plain', Buffer.from('bye')],
    );
    await ada.waitForFunction(() => document.querySelectorAll('.compose .file.ready').length === 3);
    expect(await names(ada)).toEqual(['plan.png', 'a(b).txt', 'last.txt']);
    expect(await field(ada).inputValue()).toBe('');
    await ada.locator('.compose img.file-tile').waitFor();
    await chips(ada).nth(1).getByText('5 bytes').waitFor();
    expect(await barriers(ada)).toEqual([]);
    // By keyboard: to the last one, which moves to the front; the one behind it goes.
    await ada.getByRole('button', { name: 'Remove file: plan.png' }).focus();
    await ada.keyboard.press('ArrowRight');
    await ada.keyboard.press('ArrowRight');
    await ada.waitForFunction(() => document.activeElement?.textContent?.includes('last.txt'));
    await ada.keyboard.press('Alt+ArrowLeft');
    await ada.getByText('last.txt is now number 2 of 3').waitFor();
    await ada.waitForFunction(() => document.activeElement?.textContent?.includes('last.txt'));
    await ada.keyboard.press('Alt+ArrowLeft');
    await waitForNames(ada, ['last.txt', 'plan.png', 'a(b).txt']);
    await ada.waitForFunction(() => document.activeElement?.textContent?.includes('last.txt'));
    await ada.keyboard.press('ArrowRight');
    await ada.waitForFunction(() => document.activeElement?.textContent?.includes('plan.png'));
    await ada.keyboard.press('Delete');
    await waitForNames(ada, ['last.txt', 'a(b).txt']);
    // With a mouse: the last one to the front, and back behind the other.
    const boxes = await Promise.all([0, 1].map(async (at) => (await chips(ada).nth(at).boundingBox())!));
    const drag = async (from: number, to: number) => {
      await ada.mouse.move(boxes[from]!.x + 70, boxes[from]!.y + 12);
      await ada.mouse.down();
      await ada.mouse.move(boxes[to]!.x + 80, boxes[to]!.y + 14, { steps: 6 });
      await ada.mouse.up();
    };
    await drag(1, 0);
    await waitForNames(ada, ['a(b).txt', 'last.txt']);
    expect(await ada.locator('.file.dragged').count()).toBe(0);
    await drag(0, 1);
    await waitForNames(ada, ['last.txt', 'a(b).txt']);
    if (!isFirefox) {
      // With a finger, by the thumbnail.
      const [left, right] = boxes.map(({ x, y }) => ({ x: x + 16, y: y + 20 }));
      await dragByTouch(ada, right!, left!);
      await waitForNames(ada, ['a(b).txt', 'last.txt']);
      await dragByTouch(ada, left!, right!);
      await waitForNames(ada, ['last.txt', 'a(b).txt']);
    }
    await field(ada).fill('Read these');
    await field(ada).press('Control+Enter');
    await message(ada, 'Read these').locator('.file-card').nth(1).waitFor();
    expect(await chips(ada).count()).toBe(0);
    expect(await sentTo('rooms')).toMatch(
      /^Read these\n\n\[last\.txt\]\(\/user_uploads\/\S+\)\n\[a\(b\)\.txt\]\(\/user_uploads\/\S+\)$/,
    );
  }, 60_000);

  it('[WB150] show why they were refused, can be retried, and delay sending until all are settled', async () => {
    const send = ada.getByRole('button', { name: 'Send', exact: true });
    let refusing = true;
    await ada.route('**/api/v1/tus', (route) =>
      refusing
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'REALM_UPLOAD_QUOTA', msg: 'No room' } })
        : route.continue(),
    );
    await choose(ada, ['notes.txt', 'text/plain', Buffer.from('hello')]);
    await ada.locator('.compose .file.failed [role=alert]').filter({ hasText: /./ }).waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    expect(await barriers(ada)).toEqual([]);
    refusing = false;
    await ada.getByRole('button', { name: 'Try again: notes.txt' }).click();
    await ada.locator('.compose .file.ready').waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe('false');
    await ada.unroute('**/api/v1/tus');
    // Refused before it is sent; there is nothing to try again.
    await drag(ada, 'drop', 'film.mp4', 26 * 1024 * 1024);
    await chips(ada).nth(1).getByText('Larger than 25 MiB').waitFor();
    expect(await ada.getByRole('button', { name: 'Try again: film.mp4' }).count()).toBe(0);
    for (const name of ['film.mp4', 'notes.txt'])
      await ada.getByRole('button', { name: `Remove file: ${name}` }).click();
    expect(await chips(ada).count()).toBe(0);
    await ada.waitForFunction(() => document.activeElement?.matches('.compose textarea'));
  }, 60_000);

  it('[WB1045] [WB1046] are uploaded three at a time, with one progress for all, and go on after a long time offline', async () => {
    await post('many', 'Here');
    const page = await stage.open(topicHash('many'), cast.ada);
    let begun = 0;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/api/v1/tus', async (route) => {
      begun++;
      await arrived;
      await route.continue().catch(() => {});
    });
    const files = ['a', 'b', 'c', 'd', 'e'].map(
      (name) => [`${name}.txt`, 'text/plain', Buffer.from(name)] as [string, string, Buffer],
    );
    await choose(page, ...files);
    const summary = page.locator('.files-summary');
    await summary.getByText('0 of 5 files uploaded').waitFor();
    while (begun < 3) await page.waitForTimeout(50);
    await page.waitForTimeout(500);
    expect(begun).toBe(3);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel upload: b.txt' }).click();
    await summary.getByText('0 of 4 files uploaded').waitFor();
    await field(page).fill('All of them');
    await field(page).press('Control+Enter');
    await page.context().setOffline(true);

    arrive();
    await summary.getByText('waiting for a connection').waitFor({ timeout: 40_000 });
    // For longer than uploads try by themselves.
    await page.waitForTimeout(22_000);
    expect(await page.locator('.file.failed').count()).toBe(0);
    await page.context().setOffline(false);
    await message(page, 'All of them').waitFor();
    expect(await sentTo('many')).toMatch(/\[a\.txt\].*\n\[c\.txt\].*\n\[d\.txt\].*\n\[e\.txt\]/);
    await summary.waitFor({ state: 'detached' });
    await page.context().close();
  }, 90_000);

  it('[WB1024] are waited for by a message that is sent before they are there', async () => {
    await post('queue', 'Here');
    const page = await stage.open(topicHash('queue'), cast.ada);
    let arrive = () => {};
    let arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/api/v1/tus', async (route) => {
      await arrived;
      await route.continue();
    });
    const hint = page.locator('.compose-hint');
    await field(page).fill('Read this');
    await choose(page, ['one.txt', 'text/plain', Buffer.from('one')]);
    await hint.getByText('Waiting for uploads to finish').waitFor();
    await field(page).press('Control+Enter');
    await hint.getByText('Will be sent when the files are uploaded').waitFor();
    expect(await barriers(page)).toEqual([]);
    // A change takes it back.
    await field(page).fill('Read this one');
    await hint.getByText('Waiting for uploads to finish').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await hint.getByText('Will be sent when the files are uploaded').waitFor();
    arrive();
    await message(page, 'Read this one').waitFor();
    expect(await sentTo('queue')).toMatch(/^Read this one\n\n\[one\.txt\]/);
    expect(await field(page).inputValue()).toBe('');
    // Whoever leaves is told that nothing was sent.
    arrived = new Promise((resolve) => {
      arrive = resolve;
    });
    await field(page).fill('And that');
    await choose(page, ['two.txt', 'text/plain', Buffer.from('two')]);
    await hint.getByText('Waiting for uploads to finish').waitFor();
    await field(page).press('Control+Enter');
    await hint.getByText('Will be sent when the files are uploaded').waitFor();
    await page.evaluate(() => {
      location.hash = '#inbox';
    });
    await page.locator('.notice', { hasText: 'It’s in your drafts' }).waitFor();
    arrive();
    await Bun.sleep(500);
    expect(await sentTo('queue')).toContain('Read this one');
    await page.context().close();
  }, 60_000);

  it('[WB151] are added where the overlay says: to written, edited or new messages', async () => {
    const overlay = ada.locator('.drop-overlay');
    expect(await drag(ada, 'dragenter', 'a.txt')).toBe(false);
    await overlay.getByText('your message to #plans › rooms').waitFor();
    expect(await drag(ada, 'drop', 'a.txt')).toBe(false);
    await overlay.waitFor({ state: 'detached' });
    await ada.locator('.compose .file.ready', { hasText: 'a.txt' }).waitFor();
    await ada.getByRole('button', { name: 'Remove file: a.txt' }).click();
    // Pasted where no text is. Firefox leaves files out of events that a script makes.
    if (!isFirefox) {
      await ada.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['x'], 'pasted.txt'));
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await ada.locator('.compose .file.ready', { hasText: 'pasted.txt' }).waitFor();
      await ada.getByRole('button', { name: 'Remove file: pasted.txt' }).click();
    }
    const row = message(ada, 'Nothing yet');
    await row.hover();
    await row.getByRole('button', { name: 'More actions' }).click();
    await ada.getByRole('menuitem', { name: /^Edit(?! history)/ }).click();
    await ada.locator('.editor textarea').waitFor();
    await drag(ada, 'dragenter', 'b.txt');
    await overlay.getByText('you’re editing').waitFor();
    await drag(ada, 'drop', 'b.txt');
    await ada.locator('.editor .file.ready', { hasText: 'b.txt' }).waitFor();
    await ada.locator('.editor textarea').press('Control+Enter');
    await row.locator('.file-card', { hasText: 'b.txt' }).waitFor();
    await goTo(ada, '#inbox');
    await ada.locator('.compose.closed').waitFor();
    await drag(ada, 'dragenter', 'c.txt');
    await overlay.getByText('start a message').waitFor();
    await drag(ada, 'drop', 'c.txt');
    await ada.locator('.compose .file.ready', { hasText: 'c.txt' }).waitFor();
    await ada.getByRole('button', { name: 'Close' }).click();
    // Nothing takes files here, and nothing leads away.
    await goTo(ada, '#settings/profile');
    await ada.getByRole('heading', { name: 'Settings' }).first().waitFor();
    expect(await drag(ada, 'dragenter', 'd.txt')).toBe(false);
    expect(await overlay.count()).toBe(0);
    expect(await drag(ada, 'drop', 'd.txt')).toBe(false);
  }, 60_000);

  it('[WB152] are pictures in rows, cards and players, in reserved space', async () => {
    const [wide, tall, plan, sound] = await Promise.all([
      upload('wide.png', 'image/png', shot('inbox-desktop-light')),
      upload('tall.png', 'image/png', shot('topic-phone-light')),
      upload('The plan.pdf', 'application/pdf', 'x'.repeat(1_234_567)),
      uploadFile(tone()),
    ]);
    await post('files', `Rows:\n\n![wide.png](${wide})\n![tall.png](${tall})`);
    await post('files', `Previews:\n[wide.png](${wide})\n[what I mean](${tall})`);
    await post('files', `Cards:\n\n[The plan.pdf](${plan})\n![tone.wav](${sound})`);
    await post('files', `Said in a sentence: [the plan](${plan}) is ready`);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const page = await stage.open('#inbox', cast.dara);
    await page.route('**/user_uploads/thumbnail/**', async (route) => {
      await released;
      await route.continue();
    });
    await goTo(page, topicHash('files'));
    const rows = message(page, 'Rows:').locator('.picture-grid img');
    await rows.nth(1).waitFor();
    const boxes = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('article img[data-file], article'), (element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join(' ');
        }),
      );
    // Sizes of cards come as the reader sees them, on the line of their kind.
    const card = message(page, 'Cards:').locator('.file-card').first();
    await card.getByText('1.2 MB').waitFor();
    expect(await card.innerText()).toMatch(/The plan\.pdf\s+PDF document · 1\.2 MB/);
    const before = await boxes();
    release();
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll<HTMLImageElement>('article img[data-file]')).every(
        ({ src, complete }) => src.startsWith('blob:') && complete,
      ),
    );
    expect(await boxes()).toEqual(before);
    const [first, second] = await Promise.all([rows.nth(0).boundingBox(), rows.nth(1).boundingBox()]);
    expect([second!.y, second!.height]).toEqual([first!.y, first!.height]);
    expect(second!.x).toBeGreaterThan(first!.x + first!.width);
    // A link that says no more than the picture goes; what the writer said stays.
    const previews = message(page, 'Previews:');
    expect(await previews.locator('.picture-grid img').count()).toBe(2);
    expect(await previews.locator('p').allInnerTexts()).toEqual(['Previews:', 'what I mean']);
    await message(page, 'Cards:').locator('.file-media .file-card', { hasText: 'tone.wav' }).waitFor();
    expect(await message(page, 'Cards:').locator('.file-media audio').getAttribute('controls')).toBe('');
    expect(await message(page, 'Said in a sentence').locator('.file-card').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await rows.first().press('Enter');
    await page.getByRole('dialog').getByText('1 of 4').waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize(PHONE.viewport);
    await page.waitForFunction(() => document.querySelectorAll('.picture-grid.many img').length === 4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await page.context().close();
  }, 60_000);

  it('[WB153] stay apart from the text in drafts, after a reload, in scheduled messages and edits', async () => {
    await goTo(ada, topicHash('kept'));
    await ada.getByRole('textbox', { name: 'Message #plans › kept' }).waitFor();
    await choose(ada, ['first.txt', 'text/plain', Buffer.from('1')], ['second.txt', 'text/plain', Buffer.from('2')]);
    await ada.waitForFunction(() => document.querySelectorAll('.compose .file.ready').length === 2);
    await field(ada).fill('Two files');
    while (!(await cast.ada.getDrafts()).drafts.some(({ content }) => /^Two files\n\n\[first/.test(content)))
      await Bun.sleep(50);
    await ada.reload();
    await waitForNames(ada, ['first.txt', 'second.txt']);
    expect(await field(ada).inputValue()).toBe('Two files');
    // Elsewhere and back.
    await goTo(ada, topicHash('rooms'));
    await message(ada, 'Nothing yet').waitFor();
    await waitForNames(ada, []);
    await goTo(ada, topicHash('kept'));
    await waitForNames(ada, ['first.txt', 'second.txt']);
    await ada.getByRole('button', { name: 'Remove file: first.txt' }).click();
    await ada.getByTitle('Send later').click();
    await ada.getByRole('menuitem', { name: /^Tomorrow morning/ }).click();
    await ada.getByRole('button', { name: 'Undo' }).waitFor();
    const { scheduled_messages } = await cast.ada.getScheduledMessages();
    expect(scheduled_messages[0]!.content).toMatch(/^Two files\n\n\[second\.txt\]\(\S+\)$/);
    expect(await chips(ada).count()).toBe(0);
    await ada.getByRole('button', { name: 'Undo' }).click();
    await waitForNames(ada, ['second.txt']);
    expect(await field(ada).inputValue()).toBe('Two files');
    await field(ada).press('Control+Enter');
    const row = message(ada, 'Two files');
    await row.locator('.file-card').waitFor();
    await ada.waitForFunction(() => document.querySelector('.outgoing') === null);
    await field(ada).press('ArrowUp');
    const editor = ada.locator('.editor textarea');
    await ada.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('.editor textarea')?.value === 'Two files',
    );
    expect(await ada.locator('.editor .file-name').allTextContents()).toEqual(['second.txt']);
    expect(await barriers(ada)).toEqual([]);
    await editor.fill('One file');
    await editor.press('Control+Enter');
    await message(ada, 'One file').locator('.file-card').waitFor();
    expect(await sentTo('kept')).toMatch(/^One file\n\n\[second\.txt\]\(\S+\)$/);
  }, 60_000);

  it('[WB242] an empty file is attached at once and sent', async () => {
    await goTo(ada, topicHash('empty'));
    await choose(ada, ['nothing.txt', 'text/plain', Buffer.alloc(0)]);
    await ada.locator('.compose .file.ready').waitFor({ timeout: 3000 });
    await ada.getByRole('button', { name: 'Send', exact: true }).click();
    await ada.getByRole('article').getByText('nothing.txt').waitFor();
    expect(await sentTo('empty')).toMatch(/\/user_uploads\/\S+\/nothing\.txt/);
  });

  it('[WB154] formulas never show their source, and columns are aligned', async () => {
    await post(
      'maths',
      'So $$x^2 + \\frac{a}{b}$$\n\n| l | c | r | d |\n|:--|:-:|--:|---|\n| long cells | long cells | long cells | long cells |',
    );
    await goTo(ada, topicHash('maths'));
    const row = message(ada, 'So');
    await row.locator('math').waitFor();
    const source = row.locator('annotation');
    expect(await source.textContent()).toBe('x^2 + \\frac{a}{b}');
    expect(await source.evaluate((element) => getComputedStyle(element).display)).toBe('none');
    expect(await row.locator('p').first().innerText()).not.toContain('frac');
    const aligned = await row
      .locator('th')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign));
    expect(aligned).toEqual(['left', 'center', 'right', 'start']);
    expect(await row.locator('[style]').count()).toBe(0);
  }, 60_000);

  it('[WB154] formulas and tables add no other markup, whatever the server sends', async () => {
    const hostile = `<p>Evil</p><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x<img src="/a"
      onerror="globalThis.hurt = 1"></annotation><annotation encoding="text/html"><b>shown</b></annotation><annotation-xml
      encoding="text/html"><img src="/a" onerror="globalThis.hurt = 2"><style>*{background:url(/evil)}</style></annotation-xml>
      </semantics></math><p align="right">text</p><table><tbody><tr><td align="url(/evil)" style="background: url(/evil)">cell</td>
      </tr></tbody></table><annotation encoding="application/x-tex"><script>globalThis.hurt = 3</script></annotation>`;
    const complaints = stage.complaints.length;
    const page = await stage.open('#inbox', cast.dara);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.route('**/api/v1/messages?*', async (route) => {
      const response = await route.fetch();
      const { messages, ...rest } = (await response.json()) as { messages: { content: string }[] };
      await route.fulfill({
        response,
        json: { ...rest, messages: messages.map((message) => ({ ...message, content: hostile })) },
      });
    });
    await goTo(page, topicHash('kept'));
    const row = message(page, 'Evil');
    await row.locator('math').waitFor();
    expect(await row.locator('math mi').count()).toBe(1);
    expect(await row.locator('math img, math b, math style, annotation *, annotation-xml, script, style').count()).toBe(
      0,
    );
    expect(await row.locator('.rendered [style], .rendered p[align]').count()).toBe(0);
    expect(await row.locator('td').evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('start');
    expect(await page.evaluate(() => 'hurt' in globalThis)).toBe(false);
    expect(requests.filter((url) => url.endsWith('/evil'))).toEqual([]);
    await page.context().close();
    // Chromium warns of styles and handlers while the sanitizer reads them, before it removes them.
    stage.complaints.length = complaints;
  }, 60_000);

  it('[WB1] no policy violation and no error occurred', () => {
    expect(stage.complaints).toEqual([]);
  });
});
