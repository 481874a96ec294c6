// Reporting messages to moderators.

import { reportsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { reportsRoutes } from './reports.routes.ts';

export const reportsSlice = defineSlice({ contract: reportsContract, routes: reportsRoutes });
