// Reporting messages.
import { reportMessage } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { report } from './reports.actions.ts';

export const reportsRoutes: Route[] = [
  write(reportMessage, async (context, params) => {
    await report(context, context.actor, params);
    return {};
  }),
];
