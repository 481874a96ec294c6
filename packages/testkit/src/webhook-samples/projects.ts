// Deliveries of services that plan and track work.
import { CLUBHOUSE } from './projects/clubhouse.ts';
import { TAIGA } from './projects/taiga.ts';
import { plain, type Sample } from './sample.ts';

export const PROJECTS: readonly Sample[] = [...plain('clubhouse', CLUBHOUSE), ...plain('taiga', TAIGA)];
