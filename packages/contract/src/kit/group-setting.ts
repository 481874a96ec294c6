// How a permission is changed: from what the caller believes it to be, to what it shall be. Spec 4.1.
import { z } from 'zod';
import { apiError } from './errors.ts';
import { GroupSettingValue } from './values.ts';

export const GroupSettingUpdate = z.object({
  new: GroupSettingValue,
  /** What the caller believes the value to be; if it is another by now, nothing is changed. */
  old: GroupSettingValue.optional(),
});
export type GroupSettingUpdate = z.output<typeof GroupSettingUpdate>;

export const ExpectationMismatch = apiError({
  code: 'EXPECTATION_MISMATCH',
  status: 400,
  summary: 'The `old` value of a permission is not the present one: somebody else has changed it.',
});
