// Nextcloud Talk: a public room at the operator's Nextcloud. https://nextcloud-talk.readthedocs.io/en/latest/conversation
import { createNextcloudTalkCall, MAX_CALL_NAME_LENGTH, Refused } from '@stoa/contract';
import { z } from 'zod';
import { action, type Route } from '../../kit/http/route.ts';
import type { Outbound } from '../../kit/outbound/outbound.ts';
import { jsonOf, requestService } from './call-service.ts';
import type { NextcloudAccess } from './call-settings.ts';

/** Anyone with the URL can join. */
const PUBLIC_ROOM = 3;
const Room = z.looseObject({
  ocs: z.looseObject({ data: z.looseObject({ token: z.string().regex(/^[A-Za-z0-9]{1,64}$/) }) }),
});

/** [VC5] */
export function nextcloudRoutes(access: NextcloudAccess | null, outbound: Outbound): Route[] {
  return [
    action(createNextcloudTalkCall, async (_context, { room_name }) => {
      if (!access) throw Refused('nextcloud_off');
      const roomName = [...room_name.toWellFormed()].slice(0, MAX_CALL_NAME_LENGTH).join('').trim() || 'Call';
      const credentials = Buffer.from(`${access.username}:${access.password}`).toString('base64');
      const answer = await requestService(
        outbound,
        `${access.url}/ocs/v2.php/apps/spreed/api/v4/room`,
        {
          method: 'POST',
          headers: {
            authorization: `Basic ${credentials}`,
            'content-type': 'application/json',
            accept: 'application/json',
            'ocs-apirequest': 'true',
          },
          body: JSON.stringify({ roomType: PUBLIC_ROOM, roomName }),
        },
        'nextcloud_failed',
      );
      const room = Room.safeParse(jsonOf(answer));
      if ((answer.status !== 200 && answer.status !== 201) || !room.success) throw Refused('nextcloud_failed');
      return { url: `${access.url}/index.php/call/${room.data.ocs.data.token}` };
    }),
  ];
}
