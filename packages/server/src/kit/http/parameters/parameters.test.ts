// Decoding of each kind of parameter from text.
import { describe, expect, it, spyOn } from 'bun:test';
import { ApiError, endpoint } from '@stoa/contract';
import { z } from 'zod';
import { parameterDecoder } from './parameters.ts';
import { readParameters } from './raw-parameters.ts';

/** A request as received: with the length of its body. */
async function arrived(url: string, init: RequestInit): Promise<Request> {
  const request = new Request(url, init);
  const { method, headers } = request;
  const body = await request.arrayBuffer();
  headers.set('content-length', String(body.byteLength));
  return new Request(url, { method, headers, ...(body.byteLength > 0 ? { body } : {}) });
}

function decoder(params: z.ZodRawShape, path = '/x', further: { former_names?: Record<string, string> } = {}) {
  const decode = parameterDecoder(
    endpoint({
      ...further,
      id: 'x',
      method: 'POST',
      path,
      access: 'public',
      params: () => z.object(params),
      result: () => z.object({}),
      summary: '',
    }),
  );
  return (raw: Record<string, string>, in_path: Record<string, string> = {}) =>
    decode(new Map(Object.entries(raw)), in_path);
}

function failure(work: () => unknown): Pick<ApiError, 'code' | 'fields' | 'message'> {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, fields: error.fields, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

const invalid = (name: string) => ({ code: 'BAD_REQUEST', fields: {}, message: expect.stringContaining(name) });

describe('[HT3] on the wire', () => {
  const decode = decoder({
    text: z.string().optional(),
    number: z.int().optional(),
    flag: z.boolean().optional(),
    list: z.array(z.int()).optional(),
    choice: z.enum(['one', 'two']).optional(),
    either: z.union([z.int(), z.array(z.int()), z.string()]).optional(),
    name: z.string().nullable().default('nobody'),
  });
  const value = (name: string, text: string) => (decode({ [name]: text }).params as Record<string, unknown>)[name];

  it('text is taken verbatim, even if it looks like JSON', () => {
    for (const text of ['', '5', 'true', 'null', '"quoted"', '{"a":1}', ' spaces '])
      expect(value('text', text)).toBe(text);
  });

  it('everything else is JSON', () => {
    expect([value('number', '5'), value('flag', 'false'), value('list', ' [1, 2] ')]).toEqual([5, false, [1, 2]]);
  });

  it('a word is accepted with and without quotes if there is no other reading', () => {
    expect([value('choice', 'one'), value('choice', '"two"')]).toEqual(['one', 'two']);
    expect([value('either', 'general'), value('either', '"general"'), value('either', '"5"')]).toEqual([
      'general',
      'general',
      '5',
    ]);
    expect([value('either', '5'), value('either', '[5]'), value('name', 'Ada'), value('name', 'null')]).toEqual([
      5,
      [5],
      'Ada',
      null,
    ]);
  });

  it('[HT500] text that may be null is taken verbatim too, except for the word null', () => {
    for (const text of ['', '5', 'true', '"quoted"', '"', '{"a":1}', ' null ', '"null"'])
      expect(value('name', text)).toBe(text);
    expect(value('name', 'null')).toBeNull();
  });

  it('a wrong value is refused with the parameter’s name', () => {
    const wrong: [string, string][] = [
      ['number', 'five'],
      ['number', '5.5'],
      ['number', '1e400'],
      ['number', '9007199254740993'],
      ['number', 'NaN'],
      ['number', '"5"'],
      ['number', ''],
      ['flag', 'yes'],
      ['flag', '1'],
      ['flag', 'True'],
      ['list', '[1'],
      ['list', '[1,"2"]'],
      ['list', '{"0":1}'],
      ['list', '5'],
      ['choice', 'three'],
      ['choice', '"three"'],
      ['choice', '["one"]'],
    ];
    for (const [name, text] of wrong)
      expect([name, text, failure(() => decode({ [name]: text }))]).toMatchObject([name, text, invalid(name)]);
  });

  it('[HT503] says what is wrong with a number that is not whole, not that it is no JSON', () => {
    for (const text of ['1.5', '5.0', '1e3', '-0'])
      expect(failure(() => decode({ number: text })).message).toBe('number is not a whole number in decimal digits');
    expect(failure(() => decode({ flag: '1.5' })).message).toBe(
      'flag: Invalid input: expected boolean, received number',
    );
    expect(failure(() => decode({ number: 'five' })).message).toBe('Argument "number" is not valid JSON.');
  });

  it('names the place of an error in a list or object', () => {
    const { message } = failure(() => decode({ list: '[1,"2"]' }));
    expect(message).toStartWith('list[1]: ');
  });
});

describe('[HT37] a number', () => {
  const decode = decoder({
    id: z.int().optional(),
    either: z.union([z.int(), z.string()]).optional(),
    list: z.array(z.int()).optional(),
    inner: z.object({ id: z.int(), words: z.string().optional() }).optional(),
    time: z.object({ at: z.number() }).optional(),
  });
  const NOTATIONS = [
    '0x10',
    '0b1',
    '0o7',
    '1e3',
    '1E3',
    '+5',
    ' 5',
    '5 ',
    '5.0',
    '-0',
    '05',
    '1_000',
    '٥',
    '５',
    'Infinity',
  ];

  it('is written in decimal digits', () => {
    for (const [text, number] of [
      ['0', 0],
      ['-7', -7],
      ['120', 120],
    ] as const) {
      expect(decode({ id: text, list: `[${text}]`, inner: `{"id": ${text}}` }).params).toMatchObject({
        id: number,
        list: [number],
        inner: { id: number },
      });
    }
    for (const text of NOTATIONS) {
      expect([text, failure(() => decode({ id: text }))]).toMatchObject([text, invalid('id')]);
      // If the parameter may be text too, it is text, not a number.
      expect(decode({ either: text }).params.either).toBe(text);
    }
  });

  it('the same in lists and objects, where a fraction may follow', () => {
    for (const text of ['1e3', '1E3', '-0', '1e0', '-0.0e1'])
      for (const [name, json] of [
        ['list', `[1,${text}]`],
        ['inner', `{"id":${text}}`],
      ] as const)
        expect([json, failure(() => decode({ [name]: json }))]).toMatchObject([json, invalid(name)]);
    const words = '1e3 -0 "-0" 0x10';
    expect(decode({ inner: JSON.stringify({ id: 1, words }), time: '{"at":1.5}' }).params).toMatchObject({
      inner: { id: 1, words },
      time: { at: 1.5 },
    });
  });
});

describe('[HT4] a parameter', () => {
  const decode = decoder({ needed: z.int(), counted: z.int().default(7), maybe: z.int().optional() });

  it('that is required and missing is named in the error', () => {
    expect(failure(() => decode({}))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      fields: { var_name: 'needed' },
    });
  });

  it('that is absent gets its default', () => {
    expect(decode({ needed: '1' }).params).toEqual({ needed: 1, counted: 7, maybe: undefined });
  });

  it('that is optional may be null', () => {
    expect(decode({ needed: '1', counted: 'null', maybe: 'null' }).params).toMatchObject({ counted: 7 });
    expect(failure(() => decode({ needed: 'null' }))).toMatchObject(invalid('needed'));
  });

  it('[HT501] may have null members in objects where they may be absent', () => {
    const change = z.union([z.int(), z.object({ new: z.int(), old: z.int().optional() })]);
    const nested = decoder({
      lines: z.array(z.strictObject({ name: z.string(), text: z.string().default('none'), at: z.int().optional() })),
      change: change.optional(),
      words: z.record(z.string(), z.string()).optional(),
      value: z.object({ value: z.string().nullable(), other: z.int().optional() }).nullable().default(null),
    });
    const lines = '[{"name":"a","text":null,"at":null},{"name":"b","text":"c"}]';
    const { params } = nested({
      lines,
      change: '{"new":1,"old":null}',
      value: '{"value":null,"other":null}',
    });
    expect(params).toEqual({
      lines: [
        { name: 'a', text: 'none' },
        { name: 'b', text: 'c' },
      ],
      change: { new: 1 },
      words: undefined,
      value: { value: null },
    });
    for (const [name, text] of [
      ['lines', '[{"name":null}]'],
      ['lines', '[null]'],
      ['lines', '[{"name":"a","extra":null}]'],
      ['change', '{"new":null}'],
      ['words', '{"a":null}'],
    ] as const)
      expect([text, failure(() => nested({ lines: '[]', [name]: text }))]).toMatchObject([text, invalid(name)]);
  });

  it('that the endpoint does not declare is reported, in the order sent', () => {
    expect(decode({ zeta: '1', needed: '1', alpha: '2', __proto__x: '3' }).ignored).toEqual([
      'zeta',
      'alpha',
      '__proto__x',
    ]);
  });

  it('in the path is read from the path only', () => {
    const byId = decoder({ id: z.int(), text: z.string() }, '/x/{id}');
    const { params, ignored } = byId({ id: '2', text: 'a' }, { id: '1' });
    expect([params, ignored]).toEqual([{ id: 1, text: 'a' }, ['id']]);
  });

  it('named like a property of every object is like any other', () => {
    const { params, ignored } = decode(
      Object.fromEntries([
        ['needed', '1'],
        ['constructor', '1'],
        ['toString', '2'],
      ]),
    );
    expect([ignored, Object.hasOwn(params, 'constructor')]).toEqual([['constructor', 'toString'], false]);
  });
});

describe('[HT17] a former name', () => {
  const decode = decoder({ topic: z.string().optional(), number: z.int() }, '/x', {
    former_names: { subject: 'topic', amount: 'number' },
  });

  it('stands for the parameter; if both are sent, the current name counts', () => {
    expect(decode({ subject: 'virtue', amount: '5' })).toEqual({ params: { topic: 'virtue', number: 5 }, ignored: [] });
    expect(decode({ subject: 'old', topic: '', number: '1' })).toEqual({
      params: { topic: '', number: 1 },
      ignored: [],
    });
    expect(failure(() => decode({ amount: 'many' }))).toMatchObject(invalid('number'));
    expect(failure(() => decode({ subject: 'virtue' }))).toMatchObject({ fields: { var_name: 'number' } });
  });
});

describe('[HT505] JSON that is nested deeply', () => {
  const decode = decoder({ list: z.array(z.unknown()).optional() });
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it('is accepted up to 100 levels', () => {
    expect(decode({ list: nested(100) }).params.list).toEqual(JSON.parse(nested(100)));
    for (const levels of [101, 10_000, 200_000])
      for (const text of [nested(levels), `[{"a":${nested(levels - 2)}}]`])
        expect(failure(() => decode({ list: text }))).toMatchObject(invalid('list'));
  });

  it('is found before a long text is parsed', () => {
    const parse = spyOn(JSON, 'parse');
    for (const text of ['['.repeat(900_000), '{"a":'.repeat(100_000), `["__proto__",${'['.repeat(900_000)}`])
      expect(failure(() => decode({ list: text }))).toMatchObject({
        message: 'list is nested more than 100 levels deep',
      });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});

describe('[HT502] the key __proto__', () => {
  const decode = decoder({
    map: z.record(z.string(), z.string()).optional(),
    list: z.array(z.looseObject({ name: z.string() })).optional(),
  });

  it('is refused at any depth, however it is written, rather than lost', () => {
    for (const [name, text] of [
      ['map', '{"a":"b","__proto__":"c"}'],
      ['map', '{"__pr\\u006fto__":"c"}'],
      ['list', '[{"name":"a","inner":{"__proto__":{}}}]'],
    ] as const)
      expect([text, failure(() => decode({ [name]: text }))]).toMatchObject([text, invalid('__proto__')]);
  });

  it('is like any other text as a value or part of a key', () => {
    const map = { a: '__proto__', __proto__x: '"__proto__":', constructor: 'c' };
    expect(decode({ map: JSON.stringify(map) }).params.map).toEqual(map);
  });
});

describe('[HT5] text that no store accepts', () => {
  const decode = decoder({
    text: z.string().optional(),
    list: z.array(z.string()).optional(),
    map: z.record(z.string(), z.string()).optional(),
    either: z.union([z.int(), z.string()]).optional(),
  });

  it('is refused in JSON, in values and keys', () => {
    const inside: [string, string][] = [
      ['list', '["a\\u0000"]'],
      ['list', '["\\ud800"]'],
      ['list', '["\\udc00\\ud800"]'],
      ['map', '{"a\\u0000":"b"}'],
      ['map', '{"a":"\\ud83d"}'],
      ['either', '"\\u0000"'],
    ];
    for (const [name, text] of inside)
      expect([text, failure(() => decode({ [name]: text }))]).toMatchObject([text, invalid(name)]);
    expect(decode({ list: '["\\ud83d\\ude00"]' }).params).toMatchObject({ list: ['😀'] });
  });

  it('is refused in forms and queries', async () => {
    const post = async (body: BodyInit, type: string) =>
      readParameters(await arrived('http://x/', { method: 'POST', body, headers: { 'content-type': type } }), 1000);
    const form = 'application/x-www-form-urlencoded';
    for (const body of ['a=%00', 'a%00=b', 'a=%ff', 'a=%ED%A0%80', 'a=%zz%ff', 'a=\0'])
      await expect(post(body, form)).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 });
    await expect(post(new Uint8Array([0x61, 0x3d, 0xff]), form)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(readParameters(new Request('http://x/?a=%ff'), 0)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect([...(await post('a=%F0%9F%98%80+b&c', form))]).toEqual([
      ['a', '😀 b'],
      ['c', ''],
    ]);
  });
});

describe('[HT2] parameters', () => {
  const read = async (url: string, init: RequestInit = {}) =>
    Object.fromEntries(await readParameters(await arrived(url, init), 1000));
  const multipart = () => {
    const form = new FormData();
    form.set('b', 'from the form');
    return form;
  };

  it('come from query, form and multipart alike, for every method with a body', async () => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
      const form = await read('http://x/?a=1', { method, body: new URLSearchParams({ b: 'from the form' }) });
      expect([method, form]).toEqual([method, { a: '1', b: 'from the form' }]);
      expect(await read('http://x/?a=1', { method, body: multipart() })).toEqual(form);
      expect(await read('http://x/?a=1&b=2', { method })).toEqual({ a: '1', b: '2' });
    }
  });

  it('of the body override those of the query, and later ones earlier ones', async () => {
    expect(await read('http://x/?a=query&b=query', { method: 'POST', body: new URLSearchParams('a=1&a=2') })).toEqual({
      a: '2',
      b: 'query',
    });
  });

  it('[HT504] sent as files have the text of the file as their value, not its name', async () => {
    const body = multipart();
    body.set('content', new File(['line one\nüber'], 'message.txt', { type: 'text/plain' }));
    body.set('empty', new File([], 'empty.txt'));
    expect(await read('http://x/', { method: 'POST', body })).toEqual({
      b: 'from the form',
      content: 'line one\nüber',
      empty: '',
    });
  });

  it('in another content type are refused', async () => {
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } };
    await expect(read('http://x/', init)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
