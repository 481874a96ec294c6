// What parsing a JSON web token costs. Its parts are JSON that anybody may have written: libraries parse them before they verify a signature.
import { isCostly } from './json-values.ts';

/** True if reading the token would take others' time. [HT826] */
export const isCostlyToken = (token: string, most?: number): boolean =>
  // Brackets, quotes and commas are one byte in every encoding of JSON that is read.
  token.split('.', 2).some((part) => isCostly(Buffer.from(part, 'base64url').toString('latin1'), most));
