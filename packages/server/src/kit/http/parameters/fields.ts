// Fields shared by several forms.
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@stoa/contract';
import type { Field } from '../pages/html-page.ts';

export const NEW_PASSWORD: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  minlength: PASSWORD_MIN_LENGTH,
  maxlength: PASSWORD_MAX_LENGTH,
  hint: `At least ${PASSWORD_MIN_LENGTH} characters. Several words that do not belong together make a good one.`,
};
