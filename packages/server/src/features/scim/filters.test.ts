// Filters of SCIM: what they find, by which index, and hostile ones.
import { beforeAll, describe, expect, it, spyOn } from 'bun:test';
import { ReadTimedOut } from '@stoa/contract';
import { leastProcessorMs, scimClient, serveTests } from '@stoa/testkit';
import { FILTER_MAX, isLong, parseFilter, parsePath } from './filter.rules.ts';

const { server, cast } = await serveTests();
const scim = await scimClient(server);
let group: string;
beforeAll(async () => {
  for (const [name, more] of [
    ['anna', { externalId: 'A-1', displayName: 'Anna 100% Berg' }],
    ['anton', { externalId: 'A-2', displayName: "Anton O'Hara" }],
    ['zoe', { displayName: 'Zoe_Z', active: false, roles: ['guest'] }],
  ] as const)
    await scim.post('/Users', { userName: `${name}@filter.example`, ...more });
  const members = [{ value: String(cast.dara.user_id) }];
  group = (await scim.post('/Groups', { displayName: 'Crew', externalId: 'g1', members })).body.id;
});

async function found(filter: string, kind: 'Users' | 'Groups' = 'Users'): Promise<string[]> {
  const { status, body } = await scim.find(kind, filter);
  expect([filter, status, body.detail]).toEqual([filter, 200, undefined]);
  return body.Resources.map(({ displayName }: { displayName: string }) => displayName);
}
const refused = async (filter: string, kind: 'Users' | 'Groups' = 'Users') => {
  const { status, body } = await scim.find(kind, filter);
  expect([filter.slice(0, 80), status, body.scimType]).toEqual([filter.slice(0, 80), 400, 'invalidFilter']);
};

const [ANNA, ANTON, ZOE] = ['Anna 100% Berg', "Anton O'Hara", 'Zoe_Z'];

describe('filters', () => {
  it('[SI11] compare names, addresses, ids, states, roles and times', async () => {
    const cases: [filter: string, names: string[]][] = [
      ['userName eq "ANNA@filter.example"', [ANNA]],
      ['USERNAME Eq "anna@filter.example"', [ANNA]],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "anna@filter.example"', [ANNA]],
      ['emails eq "anna@filter.example"', [ANNA]],
      ['emails.value eq "anna@filter.example"', [ANNA]],
      ['emails[type eq "work" and value ew "@filter.example"]', [ANNA, ANTON, ZOE]],
      ['emails[type eq "home"].value co "filter"', []],
      ['userName sw "an" and userName ew "filter.example"', [ANNA, ANTON]],
      ['externalId eq "A-2"', [ANTON]],
      ['externalId eq "a-2"', []],
      ['externalId pr', [ANNA, ANTON]],
      ['displayName eq "anna 100% berg"', [ANNA]],
      ['displayName co "0%"', [ANNA]],
      ['displayName co "_"', [ZOE]],
      ['displayName co "~"', []],
      ['displayName eq "Anton O\'Hara"', [ANTON]],
      ['name.formatted sw "ZOE_"', [ZOE]],
      ['active eq false', [ZOE]],
      ['active eq "False"', [ZOE]],
      ['userName co "filter" and not (active eq true)', [ZOE]],
      ['userName co "filter" and active ne false', [ANNA, ANTON]],
      ['roles[value eq "guest"] and userName co "filter"', [ZOE]],
      ['(externalId eq "A-1" or externalId eq "A-2") and displayName co "hara"', [ANTON]],
      ['externalId eq "A-1" or externalId eq "A-2" and displayName co "nobody"', [ANNA]],
      ['(externalId eq "A-1")and(active eq true)', [ANNA]],
      ['userName co "filter" and meta.created gt "2001-01-01T00:00:00Z"', [ANNA, ANTON, ZOE]],
      ['userName co "filter" and meta.created lt "2001-01-01T00:00:00.5Z"', []],
      ['displayName eq "\\u0041nna 100% Berg"', [ANNA]],
      ['displayName eq "Anna \\\\ \\" Berg"', []],
    ];
    for (const [filter, names] of cases) expect([filter, await found(filter)]).toEqual([filter, names]);
    const { id } = (await scim.find('Users', 'externalId eq "A-1"')).body.Resources[0];
    for (const filter of [`id eq "${id}"`, `id eq ${id}`, `id eq "${id}" and externalId eq "A-1"`])
      expect(await found(filter)).toEqual([ANNA]);
    for (const other of [cast.bot.user_id, `0${id}`, `${id}.0`, '9007199254740993', '1e1', ''])
      expect(await found(`id eq "${other}"`)).toEqual([]);
    const everybody = (await scim.get('/Users?count=0')).body.totalResults;
    const counts = await Promise.all(
      ['userName eq "anna@filter.example"', 'userName ne "anna@filter.example"'].map((filter) =>
        scim.find('Users', filter),
      ),
    );
    expect(counts.reduce((sum, { body }) => sum + body.totalResults, 0)).toBe(everybody);
  });

  it('[SI11] of groups compare names, ids and members', async () => {
    const { user_id } = cast.dara;
    for (const filter of [
      'displayName eq "CREW"',
      'externalId eq "g1"',
      `members eq "${user_id}"`,
      `id eq "${group}" and members eq "${user_id}"`,
      `members[value eq "${user_id}"]`,
      `members.value eq "${user_id}" and displayName sw "c"`,
    ])
      expect([filter, await found(filter, 'Groups')]).toEqual([filter, ['Crew']]);
    for (const filter of ['displayName eq "role:members"', `members eq "${cast.eli.user_id}"`, 'members eq "x"'])
      expect([filter, await found(filter, 'Groups')]).toEqual([filter, []]);
    await refused('userName eq "x"', 'Groups');
  });

  it('[SI11] may stand in the body of a search', async () => {
    const { status, body } = await scim.post('/Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'externalId pr',
      attributes: ['displayName'],
      startIndex: 2,
      count: 1,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 });
    expect(body.Resources).toEqual([
      { schemas: body.Resources[0].schemas, id: body.Resources[0].id, displayName: ANTON },
    ]);
    await scim.post('/Groups', { displayName: 'Empty' });
    expect((await scim.post('/Groups/.search', { filter: 'members pr' })).body.totalResults).toBe(1);
    expect((await scim.post('/Groups/.search', { filter: 'not (members pr)' })).body.totalResults).toBe(1);
    for (const wrong of [{ filter: 5 }, { filter: ['x'] }, { filter: 'x' }, { count: {} }, { startIndex: 'x' }])
      expect((await scim.post('/Users/.search', wrong)).status).toBe(400);
  });

  it('[SI11] that nothing can answer are refused', async () => {
    for (const filter of [
      'nickName eq "x"',
      'password eq "x"',
      'userName',
      'userName eq',
      'userName eq x',
      'userName xx "x"',
      'userName eq "x" userName eq "y"',
      'userName eq "x" and',
      '(userName pr',
      'userName pr)',
      'userName[',
      'emails[value[type eq "x"]]',
      'userName eq "x',
      'userName gt "x"',
      'userName eq 5',
      'userName eq null',
      'active eq "perhaps"',
      'active gt true',
      'externalId co "x"',
      'meta.created gt "yesterday"',
      'meta.created co "2001"',
      'id eq 1e999',
      '"x" eq userName',
      'not userName pr pr',
      'and',
    ])
      await refused(filter);
    expect(await found(' ')).toHaveLength((await scim.get('/Users')).body.Resources.length);
  });
});

describe('hostile filters', () => {
  it('[SI15] [SI19] are refused at once, however long or deep', async () => {
    for (const text of [
      '('.repeat(100_000),
      `${'('.repeat(100_000)}userName pr${')'.repeat(100_000)}`,
      `userName eq "${'a'.repeat(1_000_000)}"`,
      'a '.repeat(50_000),
      `userName eq "${'\\'.repeat(3999)}`,
      'not ('.repeat(700),
      'emails['.repeat(500),
      `${'userName pr or '.repeat(200)}userName pr`,
      `${'userName pr and '.repeat(60)}userName pr`,
      `${'('.repeat(12)}userName pr${')'.repeat(12)}`,
      '"'.repeat(FILTER_MAX),
    ]) {
      const took_ms = await leastProcessorMs(50, () => {
        expect(() => parseFilter(text)).toThrow();
        expect(() => parsePath(text)).toThrow();
      });
      expect(took_ms).toBeLessThan(50);
    }
    await refused('('.repeat(3000));
    await refused(`userName eq "${'a'.repeat(FILTER_MAX)}"`);
    expect(await found(`${'('.repeat(10)}externalId eq "A-1"${')'.repeat(10)}`)).toEqual([ANNA]);
  });

  it('[SI802] are long reads too where no index finds what matches, as are lists without a filter', () => {
    const read = (filter: string) => isLong(filter === '' ? null : parseFilter(filter));
    const long = ['', 'active eq true', 'id ne "5"', 'externalId pr', 'not (id eq "5")', 'id eq "5" or active eq true'];
    const short = ['id eq "5"', 'active eq true and userName eq "a"', 'id eq "5" or (id eq "6" and active eq true)'];
    expect([long.filter(read), short.filter(read)]).toEqual([long, []]);
  });

  it('[SI21] that read many accounts are long reads, and those that providers send are not', async () => {
    const longRead = spyOn(server.app.store, 'longRead');
    const isLong = async (filter: string, kind?: 'Groups') => {
      longRead.mockClear();
      await found(filter, kind);
      return longRead.mock.calls.length > 0;
    };
    try {
      expect(await isLong('userName eq "anna@filter.example"')).toBe(false);
      expect(await isLong('id eq "5" and externalId eq "A-1"')).toBe(false);
      expect(await isLong(`displayName eq "Crew" or members eq "${cast.dara.user_id}"`, 'Groups')).toBe(false);
      expect(await isLong('active eq true and (id eq "5" or emails.value eq "a@b.example")')).toBe(false);
      expect(await isLong('not (displayName co "a")')).toBe(true);
      expect(await isLong('displayName sw "Cr"', 'Groups')).toBe(true);
      const many = Array.from({ length: 6 }, (_, n) => `userName eq "nobody${n}@filter.example"`);
      expect([await isLong(many.join(' or ')), await isLong(many.slice(1).join(' or '))]).toEqual([true, false]);
      longRead.mockImplementation(() => Promise.reject(ReadTimedOut('Ask for fewer messages')));
      const { status, body } = await scim.find('Users', 'displayName co "a"');
      expect([status, body.scimType, body.detail]).toEqual([400, 'tooMany', expect.not.stringContaining('messages')]);
    } finally {
      longRead.mockRestore();
    }
  });

  it('[SI19] are values, never a part of a statement', async () => {
    for (const value of [
      `' or 1=1 --`,
      `x' union select password_hash from users --`,
      '%',
      '_______',
      '$1',
      '?1',
      '$(realm_id)',
      ');--',
      '\\u0027 or true',
    ])
      for (const operator of ['eq', 'sw'])
        expect(await found(`userName ${operator} ${JSON.stringify(value)}`)).toEqual([]);
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'users.password_hash', '1=1'])
      await refused(`${name} eq "x"`);
    for (const value of ['"\\u0000"', '"\\ud800"', '"\\udc00x"']) await refused(`userName eq ${value}`);
  });

  it('[SI19] never break the parser', () => {
    const parts = [
      'userName',
      ' ',
      'eq',
      '"a\\"b"',
      '(',
      ')',
      '[',
      ']',
      'and',
      'or',
      'not',
      '.value',
      'pr',
      'true',
      '1',
      '\\',
      '"',
      '\0',
      '\ud800',
      'é',
      '__proto__',
      '-1e5',
      'members',
    ];
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    let read = 0;
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: next(12) + 1 }, () => parts[next(parts.length)]).join(next(2) === 0 ? ' ' : '');
      for (const parse of [parseFilter, parsePath])
        try {
          parse(text);
          read++;
        } catch (error) {
          expect(error).toMatchObject({ name: 'ApiError', status: 400 });
        }
    }
    expect(read).toBeGreaterThan(100);
  });
});
