// The texts of errors: every error that the server declares, in every language.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import type { ErrorDeclaration } from '@stoa/contract';
import * as contract from '@stoa/contract';
import type { Text } from './catalogue.ts';
import { failureText, sentenceText, setFailureTexts } from './failures.ts';
import { LANGUAGES, type Tag } from './languages.ts';
import { setLanguage } from './text.ts';

const isError = (value: unknown): value is ErrorDeclaration =>
  typeof value === 'function' && 'code' in value && 'status' in value && 'summary' in value;
/** Told to services that post for somebody, never to a client. */
const OF_WEBHOOKS = new Set(['UNSUPPORTED_WEBHOOK_EVENT_TYPE', 'ANOMALOUS_WEBHOOK_PAYLOAD']);
const declared = Object.values(contract)
  .filter(isError)
  .filter(({ code }) => !OF_WEBHOOKS.has(code));

const FIELDS = { var_name: 'full_name', 'retry-after': 7.2, desc: 'unknown operator', allowed_methods: ['GET'] };
const SAYING = 'What the server says itself';
function failing(error: ErrorDeclaration): contract.ApiError {
  const given = Object.entries(FIELDS).filter(([name]) => name in error.fields.shape);
  return new contract.ApiError(error.code, error.status, SAYING, Object.fromEntries(given));
}

async function tellIn(tag: Tag): Promise<void> {
  setLanguage(tag, tag, await LANGUAGES[tag].load());
  setFailureTexts(await LANGUAGES[tag].failures(), await LANGUAGES.en.failures());
}

describe('[WB102] errors of the server', () => {
  beforeAll(() => tellIn('de'));
  afterAll(() => tellIn('en'));

  it('are shown in the language of the reader, whatever their code', () => {
    expect(declared.length).toBeGreaterThan(35);
    for (const one of contract.GENERIC_ERRORS) expect(declared).toContain(one as never);
    const said = declared.map((one) => [one.summary, failureText(failing(one))] as const);
    const own_words = said.filter(([, text]) => text.replace(SAYING, '').length < 10).map(([summary]) => summary);
    // A bare BAD_REQUEST says nothing but what it says.
    expect(own_words).toEqual([contract.BadRequest, contract.IncompatibleParameters].map(({ summary }) => summary));
    expect(said.filter(([, text]) => /[{}]|undefined/.test(text))).toEqual([]);
  });

  it('name the parameter, the time to wait, and what the server adds', () => {
    for (const said of ['full_name: Too long', 'Invalid full_name', 'Argument "full_name" is not valid JSON.'])
      expect(failureText(contract.BadRequest(said))).toBe(`Der Wert für „Name“ ist nicht möglich: ${said}`);
    for (const said of ['Nobody: here', 'Invalid thing(s)', 'constructor: x'])
      expect(failureText(contract.BadRequest(said))).toBe(said);
    const unknown = contract.MissingParameter('x', { var_name: '__proto__' });
    expect(failureText(unknown)).toBe('Es fehlt etwas: __proto__');
    expect(failureText(failing(contract.RateLimitHit as never))).toContain('in 8 Sekunden');
    expect(failureText(failing(contract.BadNarrow as never))).toContain('unknown operator');
    expect(failureText(new contract.ApiError('toString', 400, SAYING))).toBe(SAYING);
    expect(failureText(new TypeError('x'))).not.toContain('x:');
  });

  it('[WB130] say why a search is refused, by the reason of the server', async () => {
    const { narrows } = await LANGUAGES.de.failures();
    expect(Object.keys(narrows).sort()).toEqual([...contract.NARROW_REASONS].sort());
    const refused = (fields: object) => failureText(contract.BadNarrow('x', { desc: 'x', ...fields } as never));
    expect(refused({ reason: 'unknown_user', operand: '999' })).toBe('Diese Person gibt es nicht.');
    expect(refused({ reason: 'unknown_operand', operator: 'is', operand: '{shiny}' })).toContain('„is:{shiny}“');
    expect(refused({ reason: 'search_too_long', limit: 1000 })).toContain('1.000');
    // A server of another version.
    expect(refused({ reason: 'constructor' })).toContain('nicht zu verstehen');
  });

  it('are recognized by their sentence too, with the values in it', () => {
    const refused = (sentence: string) => failureText(contract.BadRequest(sentence));
    expect(refused('Wrong password!')).toBe('Das Passwort ist falsch.');
    expect(refused("Channel 'a 'b' {count}' already exists")).toBe("Einen Kanal namens „a 'b' {count}“ gibt es schon");
    expect(refused('Channel name too long (limit: 60 characters).')).toContain('höchstens 60 Zeichen');
    expect(refused('Wrong password! Or not')).toBe('Wrong password! Or not');
    expect(failureText(contract.UnauthorizedPrincipal('Must be an organization owner'))).toContain('Eigentümer');
    expect(sentenceText('Already has an account.')).toBe('Hat schon ein Konto.');
    expect(sentenceText('Never heard of')).toBe('Never heard of');
  });

  it('have the same placeholders in every language', async () => {
    const english = await LANGUAGES.en.failures();
    const forms = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text));
    const places = (text: Text) =>
      [
        ...new Set(
          forms(text)
            .join()
            .match(/\{\w+\}/g) ?? [],
        ),
      ].sort();
    for (const tag of Object.keys(LANGUAGES) as Tag[]) {
      const own = await LANGUAGES[tag].failures();
      for (const part of ['codes', 'parameters', 'sentences'] as const) {
        const [texts, models]: Readonly<Record<string, Text>>[] = [own[part], english[part]];
        expect(Object.keys(texts!)).toEqual(Object.keys(models!));
        for (const [key, model] of Object.entries(models!)) {
          expect([key, places(texts![key]!)]).toEqual([key, places(model)]);
          if (tag !== 'en' && part !== 'parameters') expect(texts![key]).not.toEqual(model);
        }
      }
    }
  });

  it("in English keep the server's wording where that is best", async () => {
    await tellIn('en');
    expect(failureText(contract.BadRequest('Wrong password!'))).toBe('Wrong password!');
    expect(failureText(contract.BadRequest(SAYING))).toBe(SAYING);
    expect(failureText(contract.ReactionAlreadyExists('Reaction already exists.'))).toBe(
      'You have reacted with this emoji already.',
    );
    await tellIn('de');
  });
});
