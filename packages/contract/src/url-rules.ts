// Which addresses and templates of addresses can be saved. Pure, and without zod: forms of the web client decide by the same
// rules before they send.
import { MAX_LINK_LENGTH, USERNAME_PLACE } from './profile-fields/profile-field.ts';

const PAYLOAD_URL_MAX = 2083;

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?$/;

/** The variables of an RFC 6570 URL template, in order and without modifiers; null for an invalid template. */
export function templateVariables(template: string): string[] | null {
  if (/[{}]/.test(template.replace(EXPRESSION, ''))) return null;
  const variables: string[] = [];
  for (const [, , list] of template.matchAll(EXPRESSION))
    for (const variable of list!.split(',')) {
      if (!VARIABLE.test(variable)) return null;
      variables.push(variable.replace(/:\d+$|\*$/, ''));
    }
  return variables;
}

/** [PL2] Why a code playground can't have this template; null if it can. */
export function playgroundTemplateProblem(
  template: string,
): 'url_template' | 'playground_without_code' | 'playground_only_code' | null {
  const variables = templateVariables(template);
  if (variables === null || !/^https?:\/\//i.test(template)) return 'url_template';
  if (!variables.includes('code')) return 'playground_without_code';
  return variables.some((variable) => variable !== 'code') ? 'playground_only_code' : null;
}

/** An absolute http or https address, as written. */
export function isWebAddress(text: string): boolean {
  if ([...text].length > MAX_LINK_LENGTH || /[\s\p{Cc}\p{Cs}"<>\\^`{|}]/u.test(text)) return false;
  return /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);
}

/** An address of profiles at an external site: an http or https address with one place for the name of an account. */
export function isAccountPattern(pattern: string): boolean {
  const parts = pattern.split(USERNAME_PLACE);
  return parts.length === 2 && isWebAddress(parts.join('username'));
}

/** [BO10] The URL that an outgoing webhook calls. Each call checks whether the address is public. */
export function isPayloadUrl(text: string): boolean {
  const url = text.length > PAYLOAD_URL_MAX ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
