// Services that build, test and deploy.
import type { Integration } from '../integration.rules.ts';

export const BUILDS: readonly Integration[] = [];
