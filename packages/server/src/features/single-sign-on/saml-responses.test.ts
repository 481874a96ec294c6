// Responses of SAML, good and hostile: each is signed here, as a provider or whoever changes its message on the way would.
import { beforeAll, describe, expect, it } from 'bun:test';
import { askSaml } from './saml-messages.ts';
import {
  assertionOf,
  ENTITY_ID,
  encoded,
  newSigningKey,
  responseOf,
  type Said,
  type SigningKey,
  saying,
  signed,
} from './saml-test-provider.ts';

const SITE = 'https://stoa.example';
const REQUEST = '_request';
const now = Date.now();
const MINUTE = 60_000;

let own: SigningKey;
let foreign: SigningKey;
beforeAll(async () => {
  own = await newSigningKey();
  foreign = await newSigningKey();
});

const said = (more: Partial<Said> = {}) => saying(SITE, REQUEST, more, now);
const assertion = (more: Partial<Said> = {}) => signed(assertionOf(said(more)), 'Assertion', own);
const response = (more: Partial<Said> = {}) => responseOf(said(more), assertion(more));
const mallory = () => assertionOf(said({ name_id: 'mallory', id: '_evil' }));

/** The id of the person; or what is wrong. */
async function read(xml: string, requester = 'somebody'): Promise<string> {
  const site = { entity_id: `${SITE}/login/saml/metadata`, acs_url: `${SITE}/login/saml/acs` };
  const about = { entity_id: ENTITY_ID, certificates: [own.certificate], response: encoded(xml), now };
  return askSaml({ kind: 'response', site, ...about }, requester).then(
    ({ name_id }) => name_id,
    (error: Error) => error.message,
  );
}

const UNSIGNED = 'its signature is not valid';

describe('responses of SAML', () => {
  it('[SO50] an assertion counts if it or the response around it is signed', async () => {
    expect(await read(response())).toBe('id of somebody');
    expect(await read(signed(responseOf(said(), assertionOf(said())), 'Response', own))).toBe('id of somebody');
    expect(await read(signed(response(), 'Response', own))).toBe('id of somebody');
    expect(await read(responseOf(said(), signed(assertionOf(said()), 'Assertion', own, 'sha512')))).toBe(
      'id of somebody',
    );
    const question = {
      kind: 'response',
      site: { entity_id: `${SITE}/login/saml/metadata`, acs_url: `${SITE}/login/saml/acs` },
      entity_id: ENTITY_ID,
      certificates: [foreign.certificate, own.certificate],
      response: encoded(response({ attributes: { mail: 'a@b.example', groups: ['one', 'two'] } })),
      now,
    } as const;
    const answer = await askSaml(question, 'somebody');
    expect(answer).toMatchObject({
      in_response_to: REQUEST,
      attributes: { mail: ['a@b.example'], groups: ['one', 'two'] },
      authenticated_at: now / 1000,
    });
  });

  it('[SO50] without a signature of the provider it is refused', async () => {
    expect(await read(responseOf(said(), assertionOf(said())))).toBe(UNSIGNED);
    expect(await read(responseOf(said(), signed(assertionOf(said()), 'Assertion', foreign)))).toBe(UNSIGNED);
    expect(await read(response().replace('id of somebody', 'id of mallory'))).toBe(UNSIGNED);
    expect(
      await read(signed(responseOf(said(), assertionOf(said())), 'Response', own).replace('id of somebody', 'x')),
    ).toBe(UNSIGNED);
  });

  it('[SO50] a signature counts for what it signs, wherever that was moved', async () => {
    const good = assertion();
    const signature = /<Signature .*<\/Signature>/s.exec(good)![0];
    const bare = good.replace(signature, '');
    const id = /ID="([^"]+)"/.exec(good)![1]!;
    const stolen = mallory().replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    const twin = mallory().replace('ID="_evil"', `ID="${id}"`);
    const object = signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`);
    const whole = signed(responseOf(said(), assertionOf(said())), 'Response', own);
    const variants: Record<string, string> = {
      'the signature on another assertion': responseOf(said(), stolen),
      'the original beside it, second': responseOf(said(), mallory() + good),
      'the original beside it, first': responseOf(said(), good + mallory()),
      'the original within Extensions': responseOf(said(), `<samlp:Extensions>${good}</samlp:Extensions>${stolen}`),
      'the signature within Extensions': responseOf(
        said(),
        `<samlp:Extensions>${signature}</samlp:Extensions>${mallory()}`,
      ),
      'the original within an Object of its signature': responseOf(
        said(),
        mallory().replace('</saml:Issuer>', `</saml:Issuer>${object}`),
      ),
      'the original within the other': responseOf(
        said(),
        mallory().replace('</saml:Subject>', `</saml:Subject>${good}`),
      ),
      'the same id twice': responseOf(said(), twin.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + bare),
      'the same id in Extensions': responseOf(
        said(),
        `<samlp:Extensions>${bare}</samlp:Extensions>${twin.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}`,
      ),
      'the response signed, its assertion swapped': whole.replace(/<saml:Assertion .*<\/saml:Assertion>/s, mallory()),
      'the signed response within another': responseOf(
        said(),
        `<samlp:Extensions>${whole}</samlp:Extensions>${mallory()}`,
      ),
      'the signed response after another assertion': whole.replace('<samlp:Status>', `${mallory()}<samlp:Status>`),
    };
    for (const [name, xml] of Object.entries(variants)) expect([name, await read(xml)]).not.toEqual([name, 'mallory']);
    for (const [name, xml] of Object.entries(variants))
      expect([name, await read(xml)]).toEqual([name, expect.stringMatching(/^its? /)]);
  });

  it('[SO53] old and shared-secret methods of signing are refused', async () => {
    const sha1 = responseOf(said(), signed(assertionOf(said()), 'Assertion', own, 'sha1'));
    expect(await read(sha1)).toBe('its SignatureMethod is not accepted');
    const digest = response().replace(
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2000/09/xmldsig#sha1',
    );
    expect(await read(digest)).toBe('its DigestMethod is not accepted');
    const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    for (const method of ['xmldsig#hmac-sha1', 'xmldsig-more#hmac-sha256', 'xmldsig-more#rsa-sha25&#54;x'])
      expect(await read(response().replace(rsa, `http://www.w3.org/2000/09/${method}`))).toBe(
        'its SignatureMethod is not accepted',
      );
    const transform = response().replace(
      /(<Transform Algorithm=")[^"]*exc-c14n#/,
      '$1http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
    );
    expect(await read(transform)).toBe('its Transform is not accepted');
  });

  it('[SO50] it must be for this server, of this provider, and answer a request', async () => {
    const other = 'https://other.example/login/saml/acs';
    expect(await read(response({ audience: other }))).toBe('it is for another Audience');
    expect(await read(response({ recipient: other }))).toBe('its assertion is for another Recipient');
    expect(await read(response({ destination: other }))).toBe('it is for another Destination');
    expect(await read(response({ issuer: 'https://other.example' }))).toBe('another Issuer sent it');
    expect(await read(responseOf(said(), assertion({ issuer: 'https://other.example' })))).toBe(
      'another Issuer made its assertion',
    );
    expect(await read(response({ in_response_to: null }))).toBe('it answers no request');
    expect(await read(responseOf(said({ in_response_to: '_other' }), assertion()))).toBe('it answers two requests');
    expect(await read(response({ status: 'Requester' }))).toBe('its status is Requester');
    expect(await read(response({ status: 'Responder' }).replace(/<saml:Assertion .*<\/saml:Assertion>/s, ''))).toBe(
      'its status is Responder',
    );
  });

  it('[SO50] it must be valid now, by clocks that differ by half a minute', async () => {
    expect(await read(response({ not_before: now + 25_000 }))).toBe('id of somebody');
    expect(await read(response({ not_before: now + MINUTE }))).toBe('its assertion is not valid yet');
    expect(await read(response({ not_on_or_after: now - 25_000 }))).toBe('id of somebody');
    expect(await read(response({ not_on_or_after: now - MINUTE }))).toBe('its assertion has expired');
    expect(await read(response({ now: now - 11 * MINUTE, not_before: 0 }))).toBe('its assertion is too old');
    expect(await read(response({ now: now + MINUTE }))).toBe('its assertion is of the future');
  });

  it('[SO50] what must be there once is not there twice', async () => {
    const doubled = (from: RegExp) => {
      const plain = assertionOf(said({ attributes: { mail: 'a@b.example' } }));
      return read(responseOf(said(), signed(plain.replace(from, '$&$&'), 'Assertion', own)));
    };
    expect(await doubled(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/)).toBe('it has more than one AuthnStatement');
    expect(await doubled(/<saml:AttributeStatement.*<\/saml:AttributeStatement>/)).toBe(
      'it has more than one AttributeStatement',
    );
    expect(await doubled(/<saml:NameID.*<\/saml:NameID>/)).toBe('it has more than one NameID');
    expect(await doubled(/<saml:Subject>.*<\/saml:Subject>/)).toBe('it has more than one Subject');
    expect(await doubled(/<saml:Conditions.*<\/saml:Conditions>/)).toMatch(/^its? /);
    const encrypted = '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>';
    expect(await read(responseOf(said(), encrypted))).toBe('its assertion is encrypted');
    expect(await read(responseOf(said(), assertion() + encrypted))).toBe('its assertion is encrypted');
  });

  it('[SO52] document types, comments, sections, instructions, depth and length are refused before anything is parsed', async () => {
    const good = response({ name_id: 'ada@stoa.example' });
    expect(await read(good.replace('ada@stoa.example', 'ada@stoa.example<!-- -->.evil.example'))).toBe(
      'it has a document type, a comment or a section',
    );
    expect(await read(good.replace('ada@', '<![CDATA[ada@]]>'))).toBe('it has a document type, a comment or a section');
    expect(await read(`<!DOCTYPE a [<!ENTITY b "c">]>${good}`)).toBe('it has a document type, a comment or a section');
    expect(await read(good.replace('ada@', 'ada<?x?>@'))).toBe('it has a processing instruction');
    expect(await read(`<?xml version="1.0" encoding="UTF-8"?>\n${good}`)).toBe('ada@stoa.example');
    const deep = '<a>/>'.repeat(60) + '</a>'.repeat(60);
    expect(await read(responseOf(said(), `${assertion()}<samlp:Extensions>${deep}</samlp:Extensions>`))).toBe(
      'it has too many levels',
    );
    expect(await read(good.replace('</samlp:Status>', `</samlp:Status>${'<a/>'.repeat(5000)}`))).toBe(
      'it has too many elements',
    );
    expect(await read(good.replace('</samlp:Status>', `</samlp:Status>${' '.repeat(100_000)}`))).toBe('it is too long');
    expect(await read(good.replace('</samlp:Status>', `</samlp:Status><a ${'xmlns:a="b" '.repeat(501)}/>`))).toBe(
      'it declares too many namespaces',
    );
    expect(await read('<a "<')).toBe('it has a broken tag');
    // Metadata may have comments, as many as fit.
    const open = { kind: 'provider', entity_id: ENTITY_ID, xml: '<!--'.repeat(100_000) } as const;
    const refused = await askSaml(open, 'somebody').catch((error: Error) => error.message);
    expect(refused).toBe('it has a document type, a comment or a section');
    for (const nothing of ['', 'x', '<a/>', '<a>', '<Response/>']) expect(await read(nothing)).toMatch(/^its? /);
  });

  it('[SO59] an address that sends without end waits for itself, and others take turns with it', async () => {
    const good = response();
    const ended: string[] = [];
    const flood = Array.from({ length: 300 }, () => read(good, 'flood').finally(() => ended.push('flood')));
    expect(await read(good, 'somebody else')).toBe('id of somebody');
    ended.push('somebody else');
    const refused = 300 - 100 - 2;
    expect(ended.indexOf('somebody else')).toBeWithin(0, refused + 10);
    const answers = Map.groupBy(await Promise.all(flood), (answer) => answer);
    expect(answers.get('too many messages wait to be read')).toHaveLength(refused);
  });

  it('[SO54] the largest and the costliest response that is read keep only their thread', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 840 }, (_, n) => [`name${n}`, `value ${n} `.repeat(2)]));
    const large = response({ attributes });
    expect(large.length).toBeGreaterThan(80_000);
    expect(large.length).toBeLessThan(96 * 1024);
    const costly = `${'<a xmlns:b="c">'.repeat(35)}${'<a b:d="e" f="g"/>'.repeat(1850)}${'</a>'.repeat(35)}`;
    const hostile = signed(
      responseOf(said(), `${assertion()}<samlp:Extensions>${costly}</samlp:Extensions>`),
      'Response',
      own,
    );
    await read(response());
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const began = performance.now();
    expect(await read(large)).toBe('id of somebody');
    const took = performance.now() - began;
    const then = performance.now();
    expect(await read(hostile)).toBe('id of somebody');
    const hostile_took = performance.now() - then;
    clearInterval(timer);
    expect(Math.max(took, hostile_took)).toBeLessThan(5000);
    expect(longest).toBeLessThan(hostile_took / 2);
  });
});
