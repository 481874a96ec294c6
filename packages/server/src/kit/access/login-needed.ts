// The refusal of a request that needs an account and came without one.
import { Unauthorized } from '@stoa/contract';

/** Answered with a challenge: many clients send their credentials only after one. [HT853] */
export function loginNeeded() {
  return Unauthorized('Not logged in: API authentication or user session required');
}
