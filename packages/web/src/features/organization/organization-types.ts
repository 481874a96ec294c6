// What an organization may be, as profiles name it.
import type { TextKey } from '../../base/text/text.ts';

export const ORGANIZATION_TYPES: readonly (readonly [value: number, label: TextKey])[] = [
  [0, 'org_type_unspecified'],
  [10, 'org_type_business'],
  [20, 'org_type_open_source'],
  [30, 'org_type_education_nonprofit'],
  [35, 'org_type_education'],
  [40, 'org_type_research'],
  [50, 'org_type_event'],
  [60, 'org_type_nonprofit'],
  [70, 'org_type_government'],
  [80, 'org_type_political'],
  [90, 'org_type_community'],
  [100, 'org_type_personal'],
  [110, 'org_type_friends'],
  [120, 'org_type_gaming'],
  [1000, 'org_type_other'],
];
