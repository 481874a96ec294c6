// The texts of errors: every error that the server declares, in every language.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { ErrorDeclaration } from '@stoa/contract';
import * as contract from '@stoa/contract';
import type { Text } from './catalogue.ts';
import { failureText, importFailureText, setFailureTexts } from './failures.ts';
import { LANGUAGES, type Tag } from './languages.ts';
import { setLanguage } from './text.ts';

const isError = (value: unknown): value is ErrorDeclaration =>
  typeof value === 'function' && 'code' in value && 'status' in value && 'summary' in value;
/** Sent to services that post to webhooks, never to a client. */
const OF_WEBHOOKS = new Set(['UNSUPPORTED_WEBHOOK_EVENT_TYPE', 'ANOMALOUS_WEBHOOK_PAYLOAD']);
const declared = Object.values(contract)
  .filter(isError)
  .filter(({ code }) => !OF_WEBHOOKS.has(code));

const FIELDS = { var_name: 'full_name', 'retry-after': 7.2, desc: 'unknown operator', allowed_methods: ['GET'] };
const SAYING = 'What the server says itself';
function failing(error: ErrorDeclaration): contract.ApiError {
  const fields = Object.entries(FIELDS).filter(([name]) => name in error.fields.shape);
  return new contract.ApiError(error.code, error.status, SAYING, Object.fromEntries(fields));
}

async function tellIn(tag: Tag): Promise<void> {
  setLanguage(tag, tag, await LANGUAGES[tag].load());
  setFailureTexts(await LANGUAGES[tag].failures());
}

describe('[WB102] errors of the server', () => {
  beforeAll(() => tellIn('de'));
  afterAll(() => tellIn('en'));

  it('are shown in the language of the reader, whatever their code', () => {
    expect(declared.length).toBeGreaterThan(35);
    for (const error of contract.GENERIC_ERRORS) expect(declared).toContain(error as never);
    const texts = declared.map((error) => [error.summary, failureText(failing(error))] as const);
    const own_words = texts.filter(([, text]) => text.replace(SAYING, '').length < 10).map(([summary]) => summary);
    // A bare BAD_REQUEST has only the server's sentence.
    expect(own_words).toEqual([contract.BadRequest, contract.IncompatibleParameters].map(({ summary }) => summary));
    expect(texts.filter(([, text]) => /[{}]|undefined/.test(text))).toEqual([]);
  });

  it('name the parameter, the time to wait, and other values of the server', () => {
    expect(failureText(contract.InvalidParameter('full_name', SAYING))).toBe('Ungültiger Wert für „Name“.');
    expect(failureText(contract.InvalidParameter('constructor', SAYING))).toBe('Ungültiger Wert für „constructor“.');
    expect(failureText(contract.MissingParameter(SAYING, { var_name: 'topic' }))).toBe('Es fehlt: Thema');
    // The client never interprets sentences.
    expect(failureText(contract.BadRequest('Invalid full_name'))).toBe('Invalid full_name');
    const unknown = contract.MissingParameter('x', { var_name: '__proto__' });
    expect(failureText(unknown)).toBe('Es fehlt: __proto__');
    expect(failureText(failing(contract.RateLimitHit as never))).toContain('in 8 Sekunden');
    expect(failureText(failing(contract.BadNarrow as never))).toContain('unknown operator');
    expect(failureText(new contract.ApiError('toString', 400, SAYING))).toBe(SAYING);
    expect(failureText(new TypeError('x'))).not.toContain('x:');
  });

  it('[WB130] explain a refused search by the server’s reason', async () => {
    const reasons = Object.keys(await LANGUAGES.de.failures()).filter((key) => key.startsWith('narrow_'));
    expect(reasons.map((key) => key.slice('narrow_'.length)).sort()).toEqual([...contract.NARROW_REASONS].sort());
    const refused = (fields: object) => failureText(contract.BadNarrow('x', { desc: 'x', ...fields } as never));
    expect(refused({ reason: 'unknown_user', operand: '999' })).toBe('Diese Person gibt es nicht.');
    expect(refused({ reason: 'unknown_operand', operator: 'is', operand: '{shiny}' })).toContain('„is:{shiny}“');
    expect(refused({ reason: 'search_too_long', limit: 1000 })).toContain('1.000');
    // A server of another version.
    expect(refused({ reason: 'constructor' })).toContain('nicht zu verstehen');
  });

  it('[WB162] are translated by the reason and the values of the server', () => {
    expect(failureText(contract.Refused('wrong_password'))).toBe('Das Passwort ist falsch.');
    expect(failureText(contract.Refused('topic_unknown', { topic: "a 'b' {count}" }))).toContain("„a 'b' {count}“");
    expect(failureText(contract.Refused('channel_name_long', { count: 60 }))).toContain('60');
    expect(failureText(contract.Refused('for_owners', {}, contract.UnauthorizedPrincipal))).toContain('Eigentümer');
    expect(failureText(contract.Refused('message_part_late', { part: 'channel' }))).toContain('anderen Kanal');
    const limit = (limit: string) =>
      failureText(contract.BadRequest(SAYING, { reason: 'limit_reached', params: { limit, count: 1000 } }));
    expect(limit('drafts')).toBe('Du kannst höchstens 1.000 Entwürfe haben.');
    expect(limit('constructor')).toContain('1.000');
    // A server of another version: its sentence is shown.
    for (const fields of [{ reason: 'unheard' }, { reason: '__proto__' }, { reason: 'wrong_password', params: null }])
      expect(failureText(new contract.ApiError('BAD_REQUEST', 400, SAYING, fields))).toBe(SAYING);
    // The sentence alone is never matched.
    expect(failureText(contract.BadRequest('Wrong password!'))).toBe('Wrong password!');
  });

  it('[IM48] say what ended an import', async () => {
    const said = (reason: string, params = {}) => importFailureText({ reason, params });
    expect(said('id_twice', { id: 'U{id}' })).toBe('Zwei Datensätze haben die ID U{id}.');
    expect(said('wrong_password')).toBe('Das Passwort ist falsch.');
    expect(said('constructor')).toBeNull();
    const names = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
    for (const tag of Object.keys(LANGUAGES) as Tag[]) {
      const texts: Readonly<Record<string, Text>> = await LANGUAGES[tag].failures();
      const keys = Object.keys(texts).filter((key) => key.startsWith('archive_'));
      const wanted = Object.keys(contract.ARCHIVE_FAILURES).map((reason) => `archive_${reason}`);
      expect(keys.sort(), tag).toEqual(wanted.sort());
      for (const [reason, sentence] of Object.entries(contract.ARCHIVE_FAILURES))
        expect(names(sentence), reason).toEqual(expect.arrayContaining(names(String(texts[`archive_${reason}`]))));
    }
  });

  it('[WB162] have a text for each reason, with no values but those that the server sends', async () => {
    const names = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
    const strings = (text: Text): string => (typeof text === 'string' ? text : JSON.stringify(text));
    for (const tag of Object.keys(LANGUAGES) as Tag[]) {
      const texts: Readonly<Record<string, Text>> = await LANGUAGES[tag].failures();
      const reasons = Object.keys(texts).filter((key) => key.startsWith('refusal_'));
      expect(reasons.map((key) => key.slice('refusal_'.length)).sort()).toEqual(contract.refusalReasons().sort());
      for (const [reason, sentence] of Object.entries(contract.REFUSALS))
        expect(names(sentence), reason).toEqual(expect.arrayContaining(names(strings(texts[`refusal_${reason}`]!))));
    }
  });
});
