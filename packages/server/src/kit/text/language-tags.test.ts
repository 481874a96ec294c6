import { expect, it } from 'bun:test';
import { languageOf } from './language-tags.ts';

it('[SU800] finds the first language that accounts may have, in any of its regions and spellings', () => {
  for (const [text, code] of [
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE_at.UTF-8', 'de'],
    ['en-GB,en;q=0.9', 'en-gb'],
    ['en-US', 'en'],
    ['pt-BR', 'pt-br'],
    ['pt-PT', 'pt'],
    ['zh-CN', 'zh-hans'],
    ['zh', 'zh-hans'],
    ['zh-TW', 'zh-hant'],
    ['zh-Hant-HK', 'zh-hant'],
    ['nn-NO', 'nb'],
    ['no', 'nb'],
    ['tlh, fr;q=0.3, it;q=0.7', 'it'],
    ['fr;q=0, de;q=0.1', 'de'],
    ['*', undefined],
    ['', undefined],
    ['xx', undefined],
    ['constructor', undefined],
    ['x'.repeat(100_000), undefined],
    [null, undefined],
    [undefined, undefined],
    [['de'], undefined],
    [7, undefined],
  ] as const)
    expect([text, languageOf(text)]).toEqual([text, code]);
});
