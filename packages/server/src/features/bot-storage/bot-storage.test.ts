// Bot storage, through HTTP.
import { expect, it } from 'bun:test';
import { BOT_STORAGE_KEY_MAX_LENGTH, BOT_STORAGE_MAX_KEYS, BOT_STORAGE_MAX_LENGTH } from '@stoa/contract';
import { refusal, serveTests } from '@stoa/testkit';

const { cast } = await serveTests();

it('[BS1] [BS2] bot storage stores texts by key, separately for each account', async () => {
  const { bot, dara } = cast;
  await bot.updateBotStorage({ storage: { one: '1', two: '2', __proto__x: 'p' } });
  await bot.updateBotStorage({ storage: { two: 'zwei', '': 'nameless' } });
  expect((await bot.getBotStorage({})).storage).toEqual({ one: '1', two: 'zwei', '': 'nameless', __proto__x: 'p' });
  expect((await bot.getBotStorage({ keys: ['two'] })).storage).toEqual({ two: 'zwei' });
  expect((await refusal(bot.getBotStorage({ keys: ['two', 'three'] }))).message).toBe('Key does not exist.');
  expect((await dara.getBotStorage({})).storage).toEqual({});
  expect((await refusal(dara.getBotStorage({ keys: ['one'] }))).code).toBe('BAD_REQUEST');
});

it('[BS4] bot storage removes some keys, all or none of them, or everything', async () => {
  const { bot } = cast;
  await bot.removeBotStorage({});
  await bot.updateBotStorage({ storage: { a: '1', b: '2', c: '3' } });
  expect((await refusal(bot.removeBotStorage({ keys: ['a', 'missing'] }))).message).toBe('Key does not exist.');
  expect(Object.keys((await bot.getBotStorage({})).storage)).toEqual(['a', 'b', 'c']);
  await bot.removeBotStorage({ keys: ['a', 'a'] });
  expect((await bot.getBotStorage({})).storage).toEqual({ b: '2', c: '3' });
  await bot.removeBotStorage({ keys: [] });
  await bot.removeBotStorage({});
  expect((await bot.getBotStorage({})).storage).toEqual({});
});

it('[BS3] bot storage enforces its limits: below, at and above them', async () => {
  const { bot } = cast;
  const longest = '🗝'.repeat(BOT_STORAGE_KEY_MAX_LENGTH);
  await bot.updateBotStorage({ storage: { [longest]: '' } });
  expect((await refusal(bot.updateBotStorage({ storage: { [`${longest}x`]: '' } }))).code).toBe('BAD_REQUEST');
  await bot.removeBotStorage({});
  const room = BOT_STORAGE_MAX_LENGTH - 'fill'.length;
  await bot.updateBotStorage({ storage: { fill: 'x'.repeat(room - 1) } });
  await bot.updateBotStorage({ storage: { fill: 'x'.repeat(room) } });
  const over = await refusal(bot.updateBotStorage({ storage: { k: '' } }));
  expect(over.message).toStartWith('Request exceeds storage limit by 1 characters.');
  expect((await refusal(bot.getBotStorage({ keys: ['k'] }))).code).toBe('BAD_REQUEST');
  await bot.removeBotStorage({});
});

it('[BS3] bot storage has at most 10,000 keys, however they are sent', async () => {
  const { bot } = cast;
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, '']));
  for (const count of [BOT_STORAGE_MAX_KEYS + 1, 20_001, 200_000])
    expect((await refusal(bot.updateBotStorage({ storage: keys(count) }))).code).toBe('BAD_REQUEST');
  await bot.updateBotStorage({ storage: keys(BOT_STORAGE_MAX_KEYS) });
  await bot.updateBotStorage({ storage: { k0: 'changed' } });
  const { message } = await refusal(bot.updateBotStorage({ storage: { more: '' } }));
  expect(message).toBe('An account stores at most 10000 keys.');
  await bot.removeBotStorage({});
});
