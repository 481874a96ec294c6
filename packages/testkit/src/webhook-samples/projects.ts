// Deliveries of services that plan and track work.
import type { Sample } from './sample.ts';

export const PROJECTS: readonly Sample[] = [];
