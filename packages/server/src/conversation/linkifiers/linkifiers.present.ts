// Linkifiers as each client is told of them: clients of an older form would take the templates for something else. [LK2]
import { openEvent, type Presenter } from '../../feed/present.ts';

export const presentLinkifiers: Presenter = (entry, { options }) =>
  options.capabilities.includes('linkifier_url_template')
    ? [entry.text('', () => openEvent(entry.type, entry.op, entry.body))]
    : [];
