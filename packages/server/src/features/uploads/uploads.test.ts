// Uploading, listing, reading and deleting files over HTTP, by rule.
import { beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attachment } from '@stoa/contract';
import {
  basic,
  codeOf,
  messageOf,
  type Person,
  samplePicture,
  serveTests,
  textFile,
  verifyEvents,
} from '@stoa/testkit';
import { setUploadQuota } from './uploads.actions.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
beforeAll(async () => {
  await cast.ada.subscribe({ subscriptions: [{ name: 'files' }], principals: [cast.dara.user_id, cast.eli.user_id] });
  await cast.ada.subscribe({
    subscriptions: [{ name: 'closed' }],
    principals: [cast.dara.user_id],
    invite_only: true,
  });
});

async function upload(who: Person, file: File): Promise<{ url: string; attachment: Attachment }> {
  const { url } = await who.uploadFile({}, { file });
  const { attachments } = await who.getAttachments();
  return { url, attachment: attachments.find(({ path_id }) => url === `/user_uploads/${path_id}`)! };
}

const get = (path: string, who: Person | null, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { method, headers: { ...(who ? basic(who) : {}), ...headers }, redirect: 'manual' });

const send = (who: Person, to: string, content: string) =>
  who.sendMessage({ type: 'stream', to, topic: 'files', content });

/** Every uploaded file below the data directory. */
function stored(): string[] {
  const root = join(server.data, 'files');
  return existsSync(root) ? readdirSync(root, { recursive: true }).map(String) : [];
}

describe('uploading', () => {
  it('[UP1] [UP5] returns the URL of the file, and announces it to its owner', async () => {
    const { dara, eli } = cast;
    const { value, events } = await verifyEvents([dara, eli], () =>
      dara.uploadFile({}, { file: textFile('hello', 'notes.txt') }),
    );
    expect(value.uri).toBe(value.url);
    expect(value.filename).toBe('notes.txt');
    const { attachments, upload_space_used } = await dara.getAttachments();
    const own = attachments.at(-1)!;
    expect(value.url).toBe(`/user_uploads/${own.path_id}`);
    expect(own).toMatchObject({ name: 'notes.txt', size: 5, message_ids: [] });
    expect(events[0]!.map(({ id: _, ...event }) => event)).toEqual([
      { type: 'attachment', op: 'add', attachment: own, upload_space_used },
    ]);
    expect(events[1]).toEqual([]);
    expect((await eli.getAttachments()).attachments).toEqual([]);
    expect(await (await get(value.url, dara)).text()).toBe('hello');
  });

  it('[UP400] announces to its owner that a message with a link to it was deleted', async () => {
    const { ada, dara, eli } = cast;
    const { url, attachment } = await upload(dara, textFile('hello', 'linked.txt'));
    const ids = [await send(dara, 'files', `[one](${url})`), await send(dara, 'files', `[two](${url})`)].map(
      ({ id }) => id,
    );
    // `max_message_id` is as of the fetch. [RT3]
    await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'the newest' });
    const updates = async (action: () => Promise<unknown>) => {
      const { events } = await verifyEvents([dara, eli], action);
      const { attachments } = await dara.getAttachments();
      expect(events[1]!.filter(({ type }) => type === 'attachment')).toEqual([]);
      const [update, ...others] = events[0]!.filter(({ type }) => type === 'attachment');
      expect(others).toEqual([]);
      expect(update).toMatchObject({ op: 'update', attachment: attachments.find(({ id }) => id === attachment.id)! });
      return (update as unknown as { attachment: Attachment }).attachment.message_ids;
    };
    expect(await updates(() => ada.removeMessage({ message_id: ids[0]! }))).toEqual([ids[1]!]);
    const { stream_id } = await ada.getStreamId({ stream: 'files' });
    expect(await updates(() => ada.deleteTopic({ stream_id, topic_name: 'files' }))).toEqual([]);
  });

  it('[HT16] [UP1] accepts exactly one file and leaves nothing behind', async () => {
    const { dara } = cast;
    expect(await messageOf(dara.uploadFile())).toBe('You must specify a file to upload');
    const form = new FormData();
    form.append('a', textFile('a'));
    form.append('b', textFile('b'));
    const init = { method: 'POST', body: form, headers: basic(dara) };
    const answer = await fetch(`${server.url}/api/v1/user_uploads`, init);
    expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([
      400,
      'You may only upload one file at a time',
    ]);
    const before = stored().length;
    const form_text = new FormData();
    form_text.append('filename', 'not a file');
    const text_only = await fetch(`${server.url}/api/v1/user_uploads`, { ...init, body: form_text });
    expect(text_only.status).toBe(400);
    expect(stored().length).toBe(before);
    expect(
      readdirSync(join(server.data, 'incoming'), { recursive: true }).filter((name) => `${name}`.includes('/')),
    ).toEqual([]);
  });

  it('[UP2] is refused above the size limit', async () => {
    const { dara } = cast;
    const { max_file_upload_size_mib: limit } = await dara.registerQueue({ fetch_event_types: ['realm'] });
    const bytes = new Uint8Array(limit! * 1024 * 1024 + 1);
    const whole = await upload(dara, new File([bytes.subarray(1)], 'just.bin'));
    expect(whole.attachment.size).toBe(bytes.length - 1);
    const before = stored();
    expect(await messageOf(dara.uploadFile({}, { file: new File([bytes], 'more.bin') }))).toBe(
      `Uploaded file is larger than the allowed limit of ${limit} MiB`,
    );
    expect(stored()).toEqual(before);
    await dara.removeAttachment({ attachment_id: whole.attachment.id });
  });

  it('[UP3] [UP4] makes harmless names of hostile ones', async () => {
    const { dara } = cast;
    const names: [string, string, string][] = [
      ['../../etc/passwd', 'passwd', 'passwd'],
      ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
      ['..', 'uploaded-file', 'uploaded-file'],
      ['', 'uploaded-file', 'uploaded-file'],
      ['a b  c.txt', 'a b  c.txt', 'a-b-c.txt'],
      ['größe 图.png', 'größe 图.png', 'größe-图.png'],
      ['evil\u202egnp.exe', 'evilgnp.exe', 'evilgnp.exe'],
      ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png', 'img-srcx-onerroralert1.png'],
      ['tab\there.txt', 'tabhere.txt', 'tabhere.txt'],
      [`${'é'.repeat(400)}.txt`, 'é'.repeat(250), `${'é'.repeat(60)}`],
    ];
    for (const [input, shown, in_address] of names) {
      const { url, attachment } = await upload(dara, textFile('x', input));
      expect([input, attachment.name]).toEqual([input, shown]);
      expect([input, url.split('/').at(-1)]).toEqual([input, in_address]);
      expect(url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{2}\/[\w-]{26}\/[^/]+$/);
      const answer = await get(encodeURI(url), dara);
      expect([input, answer.status]).toEqual([input, 200]);
      expect(answer.headers.get('content-disposition')).not.toMatch(/[\r\n\u202e]/);
    }
    const types: [string, string, string][] = [
      ['image/png', 'a.png', 'image/png'],
      ['', 'a.jpg', 'image/jpeg'],
      ['nonsense', 'a.mp4', 'video/mp4'],
      ['text/html\r\nx-evil: 1', 'a.bin', 'application/octet-stream'],
      ['', 'constructor', 'text/plain'],
    ];
    for (const [input, name, served] of types) {
      const body = `--b\r\ncontent-disposition: form-data; name="f"; filename="${name}"\r\n${input ? `content-type: ${input}\r\n` : ''}\r\nx\r\n--b--\r\n`;
      const answer = await fetch(`${server.url}/api/v1/user_uploads`, {
        method: 'POST',
        body,
        headers: { ...basic(dara), 'content-type': 'multipart/form-data; boundary=b' },
      });
      const { url } = (await answer.json()) as { url: string };
      expect([input, (await get(url, dara)).headers.get('content-type')?.split(';')[0]]).toEqual([input, served]);
    }
  });

  it('[UP6] respects the quota', async () => {
    const { dara } = cast;
    const { realm_id } = server.realm;
    const { upload_space_used } = await dara.getAttachments();
    const quota = Math.ceil((upload_space_used + 1) / 1024 / 1024);
    const change = (mib: number | null) =>
      server.app.writer.write(realm_id, (context) => setUploadQuota(context, realm_id, mib));
    await verifyEvents(dara, () => change(quota));
    const left = quota * 1024 * 1024 - upload_space_used;
    expect(await codeOf(dara.uploadFile({}, { file: new File([new Uint8Array(left + 1)], 'x') }))).toBe(
      'REALM_UPLOAD_QUOTA',
    );
    const { attachment } = await upload(dara, new File([new Uint8Array(left)], 'x'));
    expect(await codeOf(dara.uploadFile({}, { file: textFile('y') }))).toBe('REALM_UPLOAD_QUOTA');
    await dara.removeAttachment({ attachment_id: attachment.id });
    expect((await dara.getAttachments()).upload_space_used).toBe(upload_space_used);
    await verifyEvents(dara, () => change(null));
  });

  it('[UP13] can be reverted by its owner', async () => {
    const { dara, eli, ada } = cast;
    const { url, attachment } = await upload(dara, textFile('gone soon'));
    for (const other of [eli, ada])
      expect(await messageOf(other.removeAttachment({ attachment_id: attachment.id }))).toBe('Invalid attachment');
    const { events } = await verifyEvents([dara, eli], () => dara.removeAttachment({ attachment_id: attachment.id }));
    const { upload_space_used } = await dara.getAttachments();
    expect(events[0]!.map(({ id: _, ...event }) => event)).toEqual([
      { type: 'attachment', op: 'remove', attachment: { id: attachment.id }, upload_space_used },
    ]);
    expect(events[1]).toEqual([]);
    expect((await get(url, dara)).status).toBe(404);
    expect(await codeOf(dara.removeAttachment({ attachment_id: attachment.id }))).toBe('BAD_REQUEST');
    expect(stored().some((path) => path.endsWith(attachment.path_id))).toBe(true);
    await server.app.runNow('files');
    expect(stored().some((path) => path.endsWith(attachment.path_id))).toBe(false);
  });
});

describe('reading', () => {
  it('[UP7] is allowed for readers of a message that links to the file', async () => {
    const { dara, eli, finn, ada, bot } = cast;
    const { url, attachment } = await upload(dara, textFile('secret'));
    const readers = async () => {
      const found: string[] = [];
      for (const [name, who] of Object.entries({ ada, dara, eli, finn, bot, nobody: null }))
        for (const path of [url, `/user_uploads/download/${attachment.path_id}`, `/api/v1${url}`]) {
          const { status } = await get(path, who);
          expect([200, 404]).toContain(status);
          if (status === 200 && path === url) found.push(name);
          else expect([name, path, status === 200]).toEqual([name, path, found.includes(name)]);
        }
      return found.sort();
    };
    expect(await readers()).toEqual(['dara']);
    const { value, events } = await verifyEvents([dara, eli], () => send(dara, 'closed', `see [it](${url})`));
    expect(await readers()).toEqual(['dara']);
    expect(events[0]!.find(({ type }) => type === 'attachment')).toMatchObject({
      op: 'update',
      attachment: { message_ids: [value.id] },
    });
    expect(events[1]!.map(({ type }) => type)).not.toContain('attachment');
    await send(dara, 'files', `see ${server.url}${url}`);
    expect(await readers()).toEqual(['ada', 'bot', 'dara', 'eli']);
    const odd = await get(`/user_uploads/${attachment.path_id}/`, eli);
    expect(odd.status).toBe(404);
  });

  it('[UP8] is not gained by sending the URL of a file of another account', async () => {
    const { dara, eli, ada } = cast;
    const { url, attachment } = await upload(dara, samplePicture('mine.png'));
    const { id } = await send(eli, 'files', `look: [x](${url})`);
    const { message: sent } = await eli.getMessage({ message_id: id });
    expect(sent.content).not.toContain('<img');
    for (const who of [eli, ada]) expect((await get(url, who)).status).toBe(404);
    expect(
      (await dara.getAttachments()).attachments.find((listed) => listed.id === attachment.id)!.message_ids,
    ).toEqual([]);
    expect(await codeOf(eli.getThumbnailStatus(place(attachment)))).toBe('BAD_REQUEST');
  });

  const place = ({ path_id }: Attachment) => ({
    realm_id_str: Number(path_id.split('/')[0]),
    filename: path_id.split('/').slice(1).join('/'),
  });

  it('[UP7] is allowed for spectators in web-public channels', async () => {
    const { ada, dara } = cast;
    await ada.updateRealm({ enable_spectator_access: true });
    await ada.subscribe({ subscriptions: [{ name: 'open' }], principals: [dara.user_id], is_web_public: true });
    const { url } = await upload(dara, textFile('for all'));
    expect((await get(url, null)).status).toBe(404);
    await send(dara, 'open', `[for all](${url})`);
    expect(await (await get(url, null)).text()).toBe('for all');
    await ada.updateRealm({ enable_spectator_access: false });
    expect((await get(url, null)).status).toBe(404);
  });

  it('[UP14] is possible for a minute by a URL without credentials', async () => {
    const { dara, eli } = cast;
    const { attachment } = await upload(dara, textFile('for a minute', 'größe.txt'));
    expect(await codeOf(eli.getFileTemporaryUrl(place(attachment)))).toBe('BAD_REQUEST');
    const { url } = await dara.getFileTemporaryUrl(place(attachment));
    expect(url).toMatch(/^\/user_uploads\/temporary\//);
    expect(await (await get(url, null)).text()).toBe('for a minute');
    const plain = await get(`/api/v1/user_uploads/${encodeURI(attachment.path_id)}`, dara);
    expect(plain.status).toBe(200);
    const [token] = url.split('/').slice(3);
    const forged = `${Buffer.from(`9999999999999:${attachment.path_id}`).toString('base64url')}.${token!.split('.')[1]}`;
    for (const bad of [forged, `${token}x`, token!.split('.')[0]!, '.', 'x.y'])
      expect([bad, (await get(`/user_uploads/temporary/${bad}/x`, null)).status]).toEqual([bad, 404]);
    server.clock.advance(61_000);
    expect((await get(url, null)).status).toBe(404);
  });

  it('[UP9] never lets a browser run the file', async () => {
    const { dara } = cast;
    const script = '<script>alert(1)</script>';
    const files: [string, string, 'inline' | 'attachment'][] = [
      ['text/html', 'page.html', 'attachment'],
      ['image/svg+xml', 'x.svg', 'attachment'],
      ['application/xhtml+xml', 'x.xhtml', 'attachment'],
      ['text/xml', 'x.xml', 'attachment'],
      ['application/javascript', 'x.js', 'attachment'],
      ['text/plain', 'x.txt', 'attachment'],
      ['image/png', 'polyglot.png', 'inline'],
      ['video/mp4', 'x.mp4', 'inline'],
      ['audio/mpeg', 'x.mp3', 'inline'],
      ['application/pdf', 'x.pdf', 'inline'],
    ];
    for (const [type, name, disposition] of files) {
      const { url, attachment } = await upload(dara, textFile(script, name, type));
      const { headers } = await get(url, dara);
      const shown = headers.get('content-disposition')!.split(';')[0];
      expect([type, shown]).toEqual([type, disposition]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('vary')).toBe('authorization');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      if (type !== 'application/pdf') expect(headers.get('content-security-policy')).toStartWith('sandbox;');
      if (/html|xml|script/.test(type)) expect(headers.get('content-type')).toBe('application/octet-stream');
      const download = await get(`/user_uploads/download/${attachment.path_id}`, dara);
      expect(download.headers.get('content-disposition')).toStartWith('attachment;');
    }
  });

  it('[UP10] is possible in ranges', async () => {
    const { dara } = cast;
    const { url } = await upload(dara, textFile('0123456789', 'digits.mp4', 'video/mp4'));
    const parts: [string, number, string, string | null][] = [
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=0-1,3-4', 200, '0123456789', null],
      ['bytes=5-2', 200, '0123456789', null],
      ['lines=1-2', 200, '0123456789', null],
      ['bytes=-', 200, '0123456789', null],
    ];
    for (const [range, status, text, content_range] of parts) {
      const answer = await get(url, dara, { range });
      expect([range, answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
        range,
        status,
        text,
        content_range,
      ]);
    }
    const etag = (await get(url, dara)).headers.get('etag')!;
    expect((await get(url, dara, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(url, dara, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get(url, dara, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
    const head = await get(url, dara, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect((await get(url, dara, {}, 'POST')).status).toBe(405);
  });

  it('[UP7] returns 404 for missing files and invalid URLs', async () => {
    const { dara } = cast;
    const { realm_id } = server.realm;
    for (const path of [
      `/user_uploads/${realm_id}/ab/x/y.txt`,
      '/user_uploads/',
      '/user_uploads/..%2f..%2fsecret',
      '/user_uploads/%2e%2e/%2e%2e/stoa.db',
      `/user_avatars/${realm_id}/..%2f..%2f..%2fstoa.db`,
      `/user_avatars/${realm_id}/x.png`,
      '/user_avatars/',
      '/user_uploads/thumbnail/',
      '/user_uploads/thumbnail/840x560.webp',
    ])
      expect([path, (await get(path, dara)).status]).toEqual([path, 404]);
    for (const path of ['/user_uploads/%00', '/user_uploads/%ff'])
      expect([path, (await get(path, dara)).status]).toEqual([path, 400]);
  });
});

it('[UP7] [IS2] a file of one organization is missing in another', async () => {
  const { dara } = cast;
  const host = 'b.stoa.example';
  const { owner } = await server.organization(host);
  const { url, attachment } = await upload(dara, textFile('of the first'));
  const { avatar_url } = await dara.uploadAvatar({}, { file: samplePicture() });
  const [realm_id_str, ...rest] = attachment.path_id.split('/');
  const place = { realm_id_str: Number(realm_id_str), filename: rest.join('/') };
  const { url: temporary } = await dara.getFileTemporaryUrl(place);
  for (const path of [url, temporary, avatar_url, `/user_uploads/download/${attachment.path_id}`, `/api/v1${url}`]) {
    expect([path, (await get(path, owner, { host })).status]).toEqual([path, 404]);
    expect([path, (await get(path, dara)).status]).toEqual([path, 200]);
  }
  expect(await codeOf(owner.removeAttachment({ attachment_id: attachment.id }))).toBe('BAD_REQUEST');
  const { id } = await owner.sendMessage({ type: 'direct', to: [owner.user_id], content: `[x](${url})` });
  expect((await owner.getMessage({ message_id: id })).message.content).toContain(url);
  expect((await get(url, owner, { host })).status).toBe(404);
});
