// Lists that one person can make very long, through HTTP: read in parts, and bounded.
import { expect, it, setDefaultTimeout, spyOn } from 'bun:test';
import type { NewDraft, UserId } from '@stoa/contract';
import { refusal, serveTests } from '@stoa/testkit';
import { sql } from './kit/database/sql.ts';
import { LONG_ROWS_AT_ONCE, listText, SHORT_ROWS_AT_ONCE } from './kit/json/list-text.ts';
import { addUse } from './kit/limits/account-use.ts';
import type { CapName } from './kit/limits/caps.ts';

setDefaultTimeout(60_000);

const caps: Partial<Record<CapName, number>> = {};
const { server, cast } = await serveTests({ caps });
const LONG = 2 * LONG_ROWS_AT_ONCE + 1;
const SHORT = SHORT_ROWS_AT_ONCE + 1;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const draft = (content: string, timestamp?: number): NewDraft => ({
  type: '',
  to: [],
  topic: '',
  content,
  ...(timestamp === undefined ? {} : { timestamp }),
});
const start = Math.floor(server.clock.now() / 1000);
const inSeconds = (seconds: number) => start + seconds;

it('[HT854] others have their turn while a long list is written', async () => {
  async function* batches() {
    for (const at of numbers(20)) {
      const until = performance.now() + 10;
      while (performance.now() < until);
      yield [at];
    }
  }
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const { pieces } = await listText(batches());
  clearInterval(others);
  expect(JSON.parse(pieces.join(''))).toEqual(numbers(20));
  expect(turns).toBeGreaterThan(3);
});

it('[HT854] a list that is read in parts is whole and in order', async () => {
  const { ada, bot, dara } = cast;
  // Not in the order of their ids.
  const times = numbers(LONG).map((at) => 1_000_000 + ((at * 5) % LONG));
  await dara.createDrafts({ drafts: times.map((time) => draft(`${time}`, time)) });
  const edited = (await dara.getDrafts()).drafts.map(({ content }) => Number(content));
  expect(edited).toEqual(times.toSorted((a, b) => a - b));
  for (const at of numbers(LONG)) await dara.createSavedSnippet({ title: `${at}`, content: 'x' });
  const { message_id } = await dara
    .sendMessage({ type: 'direct', to: [dara.user_id], content: 'x' })
    .then(({ id }) => ({
      message_id: id,
    }));
  for (const at of numbers(LONG)) {
    const time = inSeconds(1000 + ((at * 5) % LONG));
    await dara.createReminder({ message_id, scheduled_delivery_timestamp: time });
    await dara.createScheduledMessage({
      type: 'direct',
      to: [dara.user_id],
      content: 'x',
      scheduled_delivery_timestamp: time,
    });
  }
  const due = numbers(LONG).map((at) => inSeconds(1000 + at));
  const timesOf = (rows: readonly { scheduled_delivery_timestamp: number }[]) =>
    rows.map(({ scheduled_delivery_timestamp }) => scheduled_delivery_timestamp);
  const { reminders } = await dara.getReminders();
  expect(timesOf(reminders)).toEqual(due);
  expect(timesOf((await dara.getScheduledMessages()).scheduled_messages)).toEqual(due);
  const { saved_snippets } = await dara.getSavedSnippets();
  expect(saved_snippets.map(({ title }) => Number(title))).toEqual(numbers(LONG));
  const state = await dara.registerQueue({ fetch_event_types: ['drafts', 'saved_snippets', 'reminders'] });
  expect(state.drafts!.map(({ content }) => Number(content))).toEqual(edited.toReversed());
  expect(state.saved_snippets).toEqual(saved_snippets);
  expect(state.reminders).toEqual(reminders);

  const storage = Object.fromEntries(numbers(LONG).map((at) => [`key ${at}`, `${at}`]));
  await bot.updateBotStorage({ storage });
  expect((await bot.getBotStorage({})).storage).toEqual(storage);

  const { user_id } = dara;
  await server.app.writer.write(server.realm.realm_id, async ({ tx }) => {
    const files = numbers(SHORT).map((at) => [1, user_id, `1/ab/${at}/f`, `${at}`, 'text/plain', 1, 1, false, 'none']);
    await tx.run(
      sql`insert into attachments (realm_id, owner_id, path_id, name, content_type, size, create_time, animated, thumbnail)
       values ${sql.rows(files)}`,
    );
  });
  const { attachments, upload_space_used } = await dara.getAttachments();
  expect(attachments.map(({ name }) => Number(name))).toEqual(numbers(SHORT));
  expect(upload_space_used).toBeGreaterThanOrEqual(0);

  caps['invitation-links'] = 2 * SHORT;
  for (let links = 0; links < SHORT; links += 10)
    await Promise.all(numbers(10).map(() => ada.createMultiuseInvite({ invite_expires_in_minutes: null })));
  const ids = (await ada.getInvites()).invites.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(SHORT_ROWS_AT_ONCE);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
});

it('[HT856] many files and large bot storage are long reads', async () => {
  const { bot, eli } = cast;
  const long = spyOn(server.app.store, 'longRead');
  await bot.updateBotStorage({ storage: { large: 'x'.repeat(999_000) } });
  await bot.getBotStorage({ keys: ['large'] });
  await eli.getAttachments();
  expect(long).not.toHaveBeenCalled();
  await bot.updateBotStorage({ storage: { more: 'x'.repeat(1000) } });
  expect((await bot.getBotStorage({ keys: ['more', 'more'] })).storage).toEqual({ more: 'x'.repeat(1000) });
  expect(long).toHaveBeenCalledTimes(1);
  await server.app.writer.write(server.realm.realm_id, ({ tx }) => addUse(tx, eli.user_id, { files: 3001 }));
  expect((await eli.getAttachments()).attachments).toEqual([]);
  expect(long).toHaveBeenCalledTimes(2);
  await server.app.writer.write(server.realm.realm_id, ({ tx }) => addUse(tx, eli.user_id, { files: -3001 }));
  long.mockRestore();
});

it('[CA4] the texts that an account keeps have a limit together, in bytes', async () => {
  const { eli } = cast;
  const owner = eli.user_id as UserId;
  caps['kept-text-mib'] = 1;
  const MIB = 1024 * 1024;
  const long = '💡'.repeat(10_000);
  const whole = Math.floor(MIB / 40_000);
  for (let made = 0; made < whole; made += 5)
    await eli.createDrafts({ drafts: numbers(Math.min(5, whole - made)).map(() => draft(long)) });
  const rest = MIB - whole * 40_000;
  expect((await refusal(eli.createDrafts({ drafts: [draft('x'.repeat(rest)), draft('x')] }))).message).toContain(
    'kept-text-mib',
  );
  const { ids } = await eli.createDrafts({ drafts: [draft('x'.repeat(rest))] });
  const [draft_id] = ids as [number];
  const time = inSeconds(1000);
  const { id: message_id } = await eli.sendMessage({ type: 'direct', to: [owner], content: 'x' });
  for (const refused of [
    () => eli.createSavedSnippet({ title: 'x', content: 'x' }),
    () => eli.createReminder({ message_id, scheduled_delivery_timestamp: time }),
    () => eli.createScheduledMessage({ type: 'direct', to: [owner], content: 'x', scheduled_delivery_timestamp: time }),
    () => eli.editDraft({ draft_id, draft: draft('x'.repeat(rest + 1)) }),
  ])
    expect((await refusal(refused())).message).toContain('kept-text-mib');
  await eli.editDraft({ draft_id, draft: draft('y'.repeat(rest)) });
  await eli.editDraft({ draft_id, draft: draft('y'.repeat(rest - 20)) });
  const { saved_snippet_id } = await eli.createSavedSnippet({ title: 'x', content: 'x' });
  const { scheduled_message_id } = await eli.createScheduledMessage({
    type: 'direct',
    to: [owner],
    content: 'x',
    scheduled_delivery_timestamp: time,
  });
  for (const refused of [
    () => eli.editSavedSnippet({ saved_snippet_id, content: 'x'.repeat(30) }),
    () => eli.updateScheduledMessage({ scheduled_message_id, content: 'x'.repeat(30) }),
  ])
    expect((await refusal(refused())).message).toContain('kept-text-mib');
  await eli.editSavedSnippet({ saved_snippet_id, content: 'x'.repeat(10) });
  await eli.updateScheduledMessage({ scheduled_message_id, content: 'y' });
});
