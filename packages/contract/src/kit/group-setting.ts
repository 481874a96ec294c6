// A change of a group-setting value, with an optional check of the value before. Spec 4.1.
import { z } from 'zod';
import { apiError } from './errors.ts';
import { GroupSettingValue } from './values.ts';

export const GroupSettingUpdate = z.object({
  new: GroupSettingValue,
  /** The value the caller expects to replace; if the present value differs, nothing changes. */
  old: GroupSettingValue.optional(),
});
export type GroupSettingUpdate = z.output<typeof GroupSettingUpdate>;

export const ExpectationMismatch = apiError({
  code: 'EXPECTATION_MISMATCH',
  status: 400,
  summary: '`old` is not the present value of the permission: somebody else changed it.',
});

export const SystemGroupRequired = apiError({
  code: 'SYSTEM_GROUP_REQUIRED',
  status: 400,
  summary: 'The permission can be given to system groups only.',
  fields: { setting_name: z.string() },
});
