// The thread that makes and reads messages of SAML. Knows no database, and calls nobody.
import { X509Certificate } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { parseDomFromString, parseXml2JsFromString, xpath } from '@node-saml/node-saml/lib/xml';
import { checkResponse, type Statement, statementOf } from './saml-assertions.rules.ts';
import { attributeOf, childrenOf, type Element, Objection, onlyChild, textOf } from './saml-elements.rules.ts';
import type {
  Answers,
  AskMetadata,
  AskProvider,
  AskRequest,
  AskResponse,
  ProviderFacts,
  Question,
  Reply,
} from './saml-messages.ts';
import { METADATA_BYTES_MAX, objectionTo, RESPONSE_BYTES_MAX, withoutComments } from './saml-texts.rules.ts';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** The allowed algorithms of each element: no SHA-1, shared secrets, transforms that leave anything out, or comments. [SO53] */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: [
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  ],
};

/** The library checks signatures; times, addressees and requests are checked by rules of our own, with the server's clock. */
function samlOf(
  { entity_id, acs_url }: AskResponse['site'],
  more: Partial<ConstructorParameters<typeof SAML>[0]>,
): SAML {
  return new SAML({
    issuer: entity_id,
    audience: false,
    callbackUrl: acs_url,
    // Replaced where signatures are checked.
    idpCert: 'none',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
    ...more,
  });
}

function request({ site, signing, provider_url, state, request_id, forces }: AskRequest): Promise<string> {
  const saml = samlOf(site, {
    entryPoint: provider_url,
    generateUniqueId: () => request_id,
    forceAuthn: forces,
    ...(signing ? { privateKey: signing.key } : {}),
  });
  return saml.getAuthorizeUrlAsync(state, undefined, {});
}

function metadata({ site, signing }: AskMetadata): string {
  const saml = samlOf(site, {
    wantAssertionsSigned: true,
    generateUniqueId: () => '_stoa',
    ...(signing ? { privateKey: signing.key } : {}),
  });
  return saml.generateServiceProviderMetadata(null, signing?.certificate ?? null);
}

async function response({ site, entity_id, certificates, response: sent, now }: AskResponse): Promise<Statement> {
  const xml = Buffer.from(sent, 'base64').toString();
  const objection = objectionTo(xml, RESPONSE_BYTES_MAX);
  if (objection !== null) throw new Objection(objection);
  const document = await parseDomFromString(xml);
  for (const [name, allowed] of Object.entries(ALGORITHMS))
    for (const element of xpath.selectElements(document, `//*[local-name()='${name}']`))
      if (!allowed.includes(element.getAttribute('Algorithm') ?? ''))
        throw new Objection(`its ${name} is not accepted`);
  const expected = { ...site, provider_id: entity_id, now };
  const outer = onlyChild((await parseXml2JsFromString(xml)) as Element, 'Response');
  checkResponse(outer, expected);
  const saml = samlOf(site, { idpCert: [...certificates] });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') });
  // What was signed, not what it came in.
  const signed = profile?.getAssertion?.() as Element | undefined;
  if (signed === undefined) throw new Objection('it has no signed assertion');
  return statementOf(onlyChild(signed, 'Assertion'), outer, expected);
}

async function provider({ xml: text, entity_id }: AskProvider): Promise<ProviderFacts> {
  // Operators chose them, and some have notes.
  const xml = withoutComments(text);
  const objection = objectionTo(xml, METADATA_BYTES_MAX);
  if (objection !== null) throw new Objection(objection);
  const entity = entitiesIn((await parseXml2JsFromString(xml)) as Element).find(
    (each) => attributeOf(each, 'entityID') === entity_id,
  );
  if (entity === undefined) throw new Objection('the metadata do not have the entity id');
  const role = onlyChild(entity, 'IDPSSODescriptor');
  const services = childrenOf(role, 'SingleSignOnService');
  const url = attributeOf(services.find((each) => attributeOf(each, 'Binding') === REDIRECT) ?? '', 'Location');
  if (url === undefined || !/^https?:\/\//.test(url))
    throw new Objection('the metadata name no address for HTTP-Redirect');
  const keys = childrenOf(role, 'KeyDescriptor').filter((key) => attributeOf(key, 'use') !== 'encryption');
  const certificates = keys
    .flatMap((key) => childrenOf(key, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'X509Data'))
    .flatMap((data) => childrenOf(data, 'X509Certificate'))
    .map((each) => new X509Certificate(Buffer.from(textOf(each), 'base64')).toString());
  if (certificates.length === 0) throw new Objection('the metadata have no certificate for signatures');
  return { url, certificates };
}

/** The entities in the metadata of one provider, or of a federation. */
function entitiesIn(root: Element): Element[] {
  const groups = childrenOf(root, 'EntitiesDescriptor');
  return [...childrenOf(root, 'EntityDescriptor'), ...groups.flatMap(entitiesIn)];
}

function answerTo(question: Question): Promise<Answers[keyof Answers]> | Answers[keyof Answers] {
  switch (question.kind) {
    case 'request':
      return request(question);
    case 'metadata':
      return metadata(question);
    case 'response':
      return response(question);
    case 'provider':
      return provider(question);
  }
}

async function reply(question: Question): Promise<Reply> {
  try {
    return { answer: await answerTo(question) };
  } catch (error) {
    if (error instanceof Objection) return { problem: error.message };
    // Messages of the libraries quote what they could not read. [SO44]
    const is_unsigned = /signature/i.test((error as Error).message);
    return { problem: is_unsigned ? 'its signature is not valid' : 'it cannot be read' };
  }
}

parentPort!.on('message', async ({ id, question }: { id: number; question: Question }) => {
  parentPort!.postMessage({ id, reply: await reply(question) });
});
