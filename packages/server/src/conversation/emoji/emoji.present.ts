// A change of one custom emoji: the single change for clients that support it, the full list for the others. [EM6]
import { openEvent, type Presenter } from '../../feed/present.ts';

export const presentEmojiChange: Presenter = (entry, { options }) => {
  const { realm_emoji, ...single } = entry.body;
  return options.capabilities.includes('individual_emoji_changes')
    ? [entry.text('one', () => openEvent(entry.type, entry.op, single))]
    : [entry.text('all', () => openEvent(entry.type, 'update', { realm_emoji }))];
};
