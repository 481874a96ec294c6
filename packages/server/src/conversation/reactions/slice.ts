// Reactions to messages.

import { reactionsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { reactionsRoutes } from './reactions.routes.ts';

export const reactionsSlice = defineSlice({ contract: reactionsContract, routes: reactionsRoutes });
