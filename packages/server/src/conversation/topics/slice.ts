// The topics of a channel.

import { topicsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { topicsRoutes } from './topics.routes.ts';

export const topicsSlice = defineSlice({ contract: topicsContract, routes: topicsRoutes });
