// Defaults of a bot's event queue where the register call does not set them.
import type { ParamsOf, registerQueue } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findBotSettings } from './bots.queries.ts';

type Params = ParamsOf<typeof registerQueue>;

/** [BO16] */
export async function withBotDefaults(db: Connection, { user_id }: Actor, params: Params): Promise<Params> {
  const { default_events_register_stream_id, default_all_public_streams } = await findBotSettings(db, user_id);
  const usual =
    default_events_register_stream_id === null ? [] : [['channel', String(default_events_register_stream_id)]];
  return {
    ...params,
    narrow: params.narrow.length === 0 ? (usual as Params['narrow']) : params.narrow,
    all_public_streams: params.all_public_streams ?? default_all_public_streams,
  };
}
