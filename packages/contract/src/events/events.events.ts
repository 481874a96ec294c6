// The heartbeat of an idle queue.
import { z } from 'zod';
import { event } from '../kit/event.ts';

export const heartbeatEvent = event({
  type: 'heartbeat',
  fields: () => z.object({}),
  summary: 'Nothing has happened for about a minute; the connection works.',
});
