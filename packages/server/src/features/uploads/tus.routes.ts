// The routes of resumable uploads. The protocol library is loaded on first use: it takes a tenth of a second and some
// megabytes that most servers never need.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RawRoute } from '../../kit/http/raw-route.ts';
import type { Resumable, TusServices } from './resumable.ts';
import { TUS_PATH, UNFINISHED } from './unfinished-uploads.rules.ts';

const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface Tus {
  readonly routes: RawRoute[];
  /** Removes abandoned uploads. */
  expire(): Promise<void>;
}

export function openTus(parts: TusServices): Tus {
  let opened: Promise<Resumable> | null = null;
  const open = () => {
    opened ??= import('./resumable.ts').then((module) => new module.Resumable(parts));
    return opened;
  };
  const directory = join(parts.data, UNFINISHED);
  return {
    routes: [TUS_PATH, `${TUS_PATH}/*`].map((path) => ({
      methods: METHODS,
      path,
      access: 'user' as const,
      scope: 'send' as const,
      handle: async (context) => (await open()).handle(context),
    })),
    async expire() {
      if (existsSync(directory) && readdirSync(directory).length > 0) await (await open()).expire();
    },
  };
}
