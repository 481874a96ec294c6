// Endpoints of outside services that this server does not use. Calls nothing.
import { BadRequest, createConstructorGroupsCall, getMessagesSummary, registerRemotePushDevice } from '@stoa/contract';
import { type Route, read } from '../../kit/http/route.ts';

const refuse = (message: string) => async (): Promise<never> => {
  throw BadRequest(message);
};

/** [RE16] */
export const outsideServicesRoutes: Route[] = [
  read(createConstructorGroupsCall, refuse('Constructor Groups is not configured.')),
  read(getMessagesSummary, refuse('AI features are not enabled on this server.')),
  read(registerRemotePushDevice, refuse('This server is no push notification service for other servers.')),
];
