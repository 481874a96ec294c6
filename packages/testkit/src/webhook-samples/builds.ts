// Deliveries of services that build, test and deploy.
import type { Sample } from './sample.ts';

export const BUILDS: readonly Sample[] = [];
