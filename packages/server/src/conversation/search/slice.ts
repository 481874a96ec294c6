// Full-text search of messages.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { SearchBacklog } from './search.actions.ts';

export const searchSlice = defineSlice({
  name: 'search',
  tables: {
    message_search: { on_deletion: { none: 'a trigger of the database removes it' } },
  },
  open({ store, writer }: Services) {
    const backlog = new SearchBacklog(store, writer);
    return { periodic: [{ name: 'search', at_start: true, run: () => backlog.run(), stop: () => backlog.stop() }] };
  },
});
