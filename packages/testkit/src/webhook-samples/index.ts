// A delivery of every event kind of incoming webhooks.
import { BUILDS } from './builds.ts';
import { BUSINESS } from './business.ts';
import { CODE_HOSTS } from './code-hosts.ts';
import { MESSAGES } from './messages.ts';
import { MONITORING } from './monitoring.ts';
import { PROJECTS } from './projects.ts';
import type { Sample } from './sample.ts';

export const SAMPLES: readonly Sample[] = [
  ...BUILDS,
  ...BUSINESS,
  ...CODE_HOSTS,
  ...MESSAGES,
  ...MONITORING,
  ...PROJECTS,
];
