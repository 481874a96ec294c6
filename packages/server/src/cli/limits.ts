// The option of limits on how many of each thing there may be, read strictly: a limit that was misspelt would be the usual one.
import { CAPS, type CapChoices, type CapName } from '../kit/caps.ts';
import { UsageError } from './command.ts';

const MOST = 1_000_000_000;

export const limitOptions = {
  limits: {
    type: 'string',
    placeholder: 'LIMITS',
    summary: 'other limits than the usual ones, such as bots-per-account=20,drafts=500; docs/limits.md lists them',
  },
} as const;

const isCap = (name: string): name is CapName => Object.hasOwn(CAPS, name);

/** Limits that are not named keep their usual values. */
export function limitSettings({ limits = '' }: { readonly limits: string | undefined }): CapChoices {
  const chosen: Partial<Record<CapName, number>> = {};
  if (limits.trim() === '') return chosen;
  for (const part of limits.split(',').map((each) => each.trim())) {
    const [, name, number] = /^([a-z-]+)=(\d{1,10})$/.exec(part) ?? [];
    if (name === undefined || number === undefined)
      throw new UsageError(`--limits: "${part}" is not NAME=NUMBER, such as bots-per-account=20`);
    if (!isCap(name))
      throw new UsageError(`--limits: there is no limit "${name}", but ${Object.keys(CAPS).join(', ')}`);
    if (chosen[name] !== undefined) throw new UsageError(`--limits: ${name} is given twice`);
    if (Number(number) > MOST) throw new UsageError(`--limits: ${name} takes a number from 0 to ${MOST}`);
    chosen[name] = Number(number);
  }
  return chosen;
}
