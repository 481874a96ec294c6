// What an assertion whose signature is valid must say, for whom, when, and in answer to what. Pure. [SO50] [SO51]
// https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf, 4.1.4.3
import { CLOCK_SECONDS } from './identity.rules.ts';
import { attributeOf, childrenOf, type Element, Objection, onlyChild, textOf } from './saml-elements.rules.ts';

/** The provider's statement about a person. */
export interface Statement {
  readonly name_id: string;
  readonly name_id_format: string | null;
  /** All values by name, in their order. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** The id of the request that this answers. */
  readonly in_response_to: string;
  /** Both by the provider's clock, in seconds since 1970. */
  readonly authenticated_at: number | null;
  readonly answered_at: number;
}

/** For whom the assertion must be, by whom, and when. */
export interface Expected {
  readonly entity_id: string;
  readonly acs_url: string;
  readonly provider_id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** An assertion is used at once; some providers let them be valid for hours. */
const AGE_MS_MAX = 10 * 60_000;
const CLOCK_MS = CLOCK_SECONDS * 1000;

function timeOf(text: string | undefined, what: string): number {
  const time = Date.parse(text ?? '');
  // Without a zone the time would be this machine's.
  if (Number.isNaN(time) || !/Z$|[+-]\d\d:\d\d$/.test(text ?? '')) throw new Objection(`its ${what} is no time`);
  return time;
}

function checkPeriod(element: Element, now: number, what: string): void {
  const [from, to] = [attributeOf(element, 'NotBefore'), attributeOf(element, 'NotOnOrAfter')];
  if (from !== undefined && timeOf(from, `NotBefore of ${what}`) > now + CLOCK_MS)
    throw new Objection(`its ${what} is not valid yet`);
  if (to !== undefined && timeOf(to, `NotOnOrAfter of ${what}`) <= now - CLOCK_MS)
    throw new Objection(`its ${what} has expired`);
}

/** Checks the response around the assertion, signed or not: it can only refuse. */
export function checkResponse(response: Element, { acs_url, provider_id }: Expected): void {
  const destination = attributeOf(response, 'Destination');
  if (destination !== undefined && destination !== acs_url) throw new Objection('it is for another Destination');
  for (const issuer of childrenOf(response, 'Issuer'))
    if (textOf(issuer).trim() !== provider_id) throw new Objection('another Issuer sent it');
  const code = onlyChild(onlyChild(response, 'Status'), 'StatusCode');
  const status = attributeOf(code, 'Value');
  if (status !== SUCCESS) throw new Objection(`its status is ${[status, ...statusesIn(code)].map(wordOf).join(', ')}`);
  if (childrenOf(response, 'EncryptedAssertion').length > 0) throw new Objection('its assertion is encrypted');
  onlyChild(response, 'Assertion');
}

const statusesIn = (code: Element) => childrenOf(code, 'StatusCode').map((inner) => attributeOf(inner, 'Value'));
/** The provider's own word, which is one of the standard's. */
const wordOf = (status: string | undefined) =>
  /^urn:oasis:names:tc:SAML:2\.0:status:([A-Za-z]{1,50})$/.exec(status ?? '')?.[1] ?? 'unknown';

/** Throws an error that says what is wrong. */
export function statementOf(assertion: Element, response: Element, expected: Expected): Statement {
  const { entity_id, provider_id, now } = expected;
  if (attributeOf(assertion, 'Version') !== '2.0') throw new Objection('its assertion is not of SAML 2.0');
  if (textOf(onlyChild(assertion, 'Issuer')).trim() !== provider_id)
    throw new Objection('another Issuer made its assertion');
  const issued = timeOf(attributeOf(assertion, 'IssueInstant'), 'IssueInstant');
  if (issued > now + CLOCK_MS) throw new Objection('its assertion is of the future');
  if (issued < now - AGE_MS_MAX) throw new Objection('its assertion is too old');
  const conditions = onlyChild(assertion, 'Conditions');
  checkPeriod(conditions, now, 'assertion');
  checkAudience(conditions, entity_id);
  const subject = onlyChild(assertion, 'Subject');
  const name_id = onlyChild(subject, 'NameID');
  const authentication = onlyChild(assertion, 'AuthnStatement');
  const session_end = attributeOf(authentication, 'SessionNotOnOrAfter');
  if (session_end !== undefined && timeOf(session_end, 'SessionNotOnOrAfter') <= now - CLOCK_MS)
    throw new Objection('its session at the provider has ended');
  const instant = attributeOf(authentication, 'AuthnInstant');
  return {
    name_id: textOf(name_id),
    name_id_format: attributeOf(name_id, 'Format') ?? null,
    attributes: attributesOf(assertion),
    in_response_to: confirmedRequest(subject, response, expected),
    authenticated_at: instant === undefined ? null : timeOf(instant, 'AuthnInstant') / 1000,
    answered_at: issued / 1000,
  };
}

function checkAudience(conditions: Element, entity_id: string): void {
  const restrictions = childrenOf(conditions, 'AudienceRestriction');
  const is_for_us = (restriction: Element) =>
    childrenOf(restriction, 'Audience').some((audience) => textOf(audience).trim() === entity_id);
  if (restrictions.length === 0 || !restrictions.every(is_for_us)) throw new Objection('it is for another Audience');
}

/** The request that the bearer of the assertion answers, at our address, now. Without one nobody here asked. [SO51] */
function confirmedRequest(subject: Element, response: Element, { acs_url, now }: Expected): string {
  const confirmation = onlyChild(subject, 'SubjectConfirmation');
  if (attributeOf(confirmation, 'Method') !== BEARER) throw new Objection('its assertion is not for the bearer');
  const data = onlyChild(confirmation, 'SubjectConfirmationData');
  if (attributeOf(data, 'Recipient') !== acs_url) throw new Objection('its assertion is for another Recipient');
  timeOf(attributeOf(data, 'NotOnOrAfter'), 'NotOnOrAfter of confirmation');
  checkPeriod(data, now, 'confirmation');
  const request = attributeOf(data, 'InResponseTo') ?? '';
  if (request === '') throw new Objection('it answers no request');
  const outer = attributeOf(response, 'InResponseTo');
  if (outer !== undefined && outer !== request) throw new Objection('it answers two requests');
  return request;
}

function attributesOf(assertion: Element): Record<string, string[]> {
  const statements = childrenOf(assertion, 'AttributeStatement');
  if (statements.length > 1) throw new Objection('it has more than one AttributeStatement');
  const found = new Map<string, string[]>();
  for (const attribute of statements.flatMap((statement) => childrenOf(statement, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name') ?? '';
    found.set(name, [...(found.get(name) ?? []), ...childrenOf(attribute, 'AttributeValue').map(textOf)]);
  }
  return Object.fromEntries(found);
}
