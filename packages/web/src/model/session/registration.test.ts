// The client's registration is among those for which the tests of the server compare events with what is fetched.
import { expect, it } from 'bun:test';
import { WEB_REGISTRATION } from '../../../../testkit/src/web-registration.ts';
import { REGISTRATION } from './registration.ts';

it('[WB315] every write is verified with the registration of this client', () => {
  const sorted = ({ event_types, fetch_event_types, ...rest }: typeof REGISTRATION) => ({
    ...rest,
    event_types: event_types.toSorted(),
    fetch_event_types: fetch_event_types.toSorted(),
  });
  expect(sorted(REGISTRATION)).toEqual(sorted(WEB_REGISTRATION));
});
