// Registers tokens with the push service, retrying until it answers.

import type { Store } from '../../kit/database/connection.ts';
import type { ActingHandler, Job } from '../../kit/jobs/jobs.ts';
import { type Bouncer, BouncerError } from './bouncer.ts';
import {
  ADD_TOKEN_JOB,
  DROP_TOKEN_JOB,
  failRegistration,
  finishRegistration,
  forgetTokens,
  REGISTER_JOB,
  type RegisterBody,
  setEntitlement,
  type TokenBody,
} from './push.actions.ts';
import { getPushRealm } from './push.queries.ts';
import { openToken, ownerOf, type PushService } from './push-delivery.ts';

/** About half a day with the delays of jobs: encrypted registrations expire before. */
const ATTEMPTS = 20;
/** The error code of a device that could not be registered in that time. */
const EXPIRED = 'REQUEST_EXPIRED';

type Body = RegisterBody | TokenBody;
type Act = (bouncer: Bouncer, job: Job) => ReturnType<ActingHandler['act']>;

/** Does nothing if no push service is configured any more; an invalid registration is not retried. */
function handler(
  service: PushService,
  kind: string,
  act: Act,
  invalid: (body: Body, code: string) => Written,
): ActingHandler {
  return {
    kind,
    attempts: ATTEMPTS,
    async act(job) {
      const { bouncer } = service;
      const body = job.body as Body;
      // The device must learn of the failure; a legacy token waits until a push service is configured.
      if (!bouncer) return kind === REGISTER_JOB ? invalid(body, EXPIRED) : undefined;
      try {
        return await act(bouncer, job);
      } catch (error) {
        if (error instanceof BouncerError && error.kind === 'invalid') return invalid(body, error.code);
        throw error;
      }
    },
    givenUp: (context, { body }) => invalid(body as Body, EXPIRED)(context),
  };
}
type Written = NonNullable<Awaited<ReturnType<ActingHandler['act']>>>;

const GOOD = { can_push: true, end_timestamp: null };

export function registrationJobs(service: PushService, { db }: Store): ActingHandler[] {
  const { vault } = service;
  type Plain = (
    bouncer: Bouncer,
    owner: ReturnType<typeof ownerOf>,
    token: ReturnType<typeof openToken>,
  ) => Promise<unknown>;
  const plain =
    (change: Plain): Act =>
    async (bouncer, { realm_id, body }) => {
      const token = body as TokenBody;
      await change(bouncer, ownerOf(await getPushRealm(db, realm_id), token.user_id), openToken(vault, token));
      return undefined;
    };
  return [
    handler(
      service,
      REGISTER_JOB,
      async (bouncer, { realm_id, body }) => {
        const registration = body as typeof body & RegisterBody;
        const { token_id, bouncer_public_key, encrypted_push_registration } = registration;
        const { uuid } = await getPushRealm(db, realm_id);
        await bouncer.register({ realm_uuid: uuid, token_id, bouncer_public_key, encrypted_push_registration });
        return async (context) => {
          await finishRegistration(context, registration);
          const { push_notifications_refused } = await getPushRealm(context.tx, realm_id);
          if (push_notifications_refused) await setEntitlement(context, realm_id, GOOD);
        };
      },
      (body, code) => (context) => failRegistration(context, body as RegisterBody, code),
    ),
    handler(
      service,
      ADD_TOKEN_JOB,
      plain((bouncer, owner, token) => bouncer.registerPlain(owner, token)),
      (body) => (context) => {
        const refused = body as TokenBody;
        return forgetTokens(context, refused.user_id, [openToken(vault, refused).token]);
      },
    ),
    handler(
      service,
      DROP_TOKEN_JOB,
      plain((bouncer, owner, token) => bouncer.unregisterPlain(owner, token)),
      () => async () => {},
    ),
  ];
}
