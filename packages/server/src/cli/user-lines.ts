// Parses the lines of `stoa user create --stdin`. Pure.
import { ROLE, type Role } from '@stoa/contract';
import { z } from 'zod';
import { checkFullName } from '../identity/users/users.rules.ts';
import { checkEmail } from '../kit/text/email-addresses.ts';
import { UsageError } from './command.ts';
import { parseRole } from './roles.ts';

export interface WantedAccount {
  /** The line of the input, counted from 1. */
  readonly line: number;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
}

const Described = z.strictObject({
  email: z.string(),
  full_name: z.string(),
  role: z.union([z.string(), z.int()]).optional(),
});

/** Parses all lines or throws at the first invalid one, by its number. Skips empty lines. [CL7] */
export function parseUserLines(lines: readonly string[]): WantedAccount[] {
  return lines.flatMap((text, at) => {
    if (text.trim() === '') return [];
    try {
      const { email, full_name, role } = text.trimStart().startsWith('{') ? parseObject(text) : parseFields(text);
      return [
        {
          line: at + 1,
          email: checkEmail(email),
          full_name: checkFullName(full_name),
          role: role === undefined ? ROLE.member : parseRole(String(role).trim()),
        },
      ];
    } catch (error) {
      throw new UsageError(`line ${at + 1}: ${(error as Error).message}`);
    }
  });
}

function parseObject(text: string): z.output<typeof Described> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('this is not a JSON object');
  }
  const checked = Described.safeParse(value);
  if (checked.success) return checked.data;
  const { path, message } = checked.error.issues[0]!;
  throw new UsageError([...path, message].join(': '));
}

function parseFields(text: string): z.output<typeof Described> {
  const fields = text.split(',');
  if (fields.length < 2 || fields.length > 3)
    throw new UsageError(
      'expected "email,full name" or "email,full name,role"; a name with a comma needs a JSON object',
    );
  return { email: fields[0]!, full_name: fields[1]!, role: fields[2] };
}
