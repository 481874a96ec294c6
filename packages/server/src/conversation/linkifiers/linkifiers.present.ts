// Linkifiers as each client receives them: clients of the older form would misread templates. [LK2]
import { openEvent, type Presenter } from '../../feed/present.ts';

export const presentLinkifiers: Presenter = (entry, { options }) =>
  options.capabilities.includes('linkifier_url_template')
    ? [entry.text('', () => openEvent(entry.type, entry.op, entry.body))]
    : [];
