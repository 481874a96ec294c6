// The rows this slice owns.
import type { EventId, RealmId } from '@stoa/contract';
import type { Generated } from 'kysely';

export interface RealmTables {
  realms: {
    realm_id: Generated<RealmId>;
    uuid: string;
    name: string;
    description: string;
    /** The host name, without a port, in lower case. */
    host: string;
    url: string;
    date_created: number;
    settings: string;
    last_event_id: EventId;
    log_floor: EventId;
  };
}
