// Parameters in a JSON body: a member of the object is the parameter of its name. Form encoding is the documented way, but HTTP
// libraries write bodies as JSON unless told otherwise. Loaded with the first such body.
import { BadRequest } from '@stoa/contract';
import { hasProtoKey, isCostly } from '../../json/json-values.ts';
import { isStorable } from '../../text/storable-text.ts';
import { addParameter, type RawParameters } from './raw-parameters.ts';

/** Lists and values without content are what libraries send for "no parameters". */
const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw BadRequest('The request body is not valid JSON');
  }
}

/** Adds what the text has; every value as a form would have it. [HT851] */
export function decodeJson(text: string, parameters: RawParameters): void {
  if (isCostly(text) || hasProtoKey(text))
    throw BadRequest('The request body has too many values, too many levels or a key that is not allowed');
  const value = text.trim() === '' ? null : parse(text);
  if (isEmpty(value)) return;
  if (typeof value !== 'object' || Array.isArray(value)) throw BadRequest('The request body is not a JSON object');
  for (const [name, member] of Object.entries(value as object)) {
    const written = typeof member === 'string' ? member : JSON.stringify(member);
    if (!isStorable(name) || !isStorable(written))
      throw BadRequest('The request body has text with a null byte or an unpaired surrogate');
    addParameter(parameters, name, written);
  }
}
