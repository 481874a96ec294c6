// Services for planning and tracking work.
import type { Integration } from '../integration.rules.ts';

export const PROJECTS: readonly Integration[] = [];
