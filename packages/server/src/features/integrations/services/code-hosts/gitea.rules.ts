// Gitea: https://docs.gitea.com/usage/webhooks. Pure.
import type { PayloadFormat } from '../../integration.rules.ts';
import { gogsLike } from './gogs.rules.ts';

export const gitea: PayloadFormat = gogsLike('x-gitea-event');
