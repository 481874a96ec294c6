// A row of a list of suggestions: a picture, a label and details.
import * as Ariakit from '@ariakit/react';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { SuggestionText } from '../../base/ui/suggestion-text.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { findChannel, findPerson } from '../../model/state/state.ts';
import { ChannelMark } from '../channels/channel-mark.tsx';
import { Avatar } from '../people/avatar.tsx';

/** The first of `user_id`, `channel_id`, `icon`, `image` and `emoji` that is given is the picture. */
export interface SuggestionFace {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly user_id?: number;
  readonly channel_id?: number;
  readonly icon?: IconName;
  readonly image?: string;
  readonly emoji?: string;
}

interface Props extends Ariakit.ComboboxItemProps {
  readonly suggestion: SuggestionFace;
}

export function SuggestionItem({ suggestion, ...props }: Props) {
  return (
    <Ariakit.ComboboxItem value={suggestion.key} className="suggestion" focusOnHover setValueOnClick={false} {...props}>
      <Picture {...suggestion} />
      <SuggestionText label={suggestion.label} detail={suggestion.detail} />
    </Ariakit.ComboboxItem>
  );
}

function Picture({ user_id, channel_id, icon, image, emoji }: SuggestionFace) {
  const state = useEngine().state.get();
  if (user_id !== undefined) return <Avatar person={findPerson(state, user_id)} size="s" />;
  if (channel_id !== undefined) return <ChannelMark channel={findChannel(state, channel_id)} />;
  if (icon) return <Icon name={icon} size={16} />;
  if (image) return <img className="emoji-image" src={image} alt="" />;
  return <span className="emoji-text">{emoji}</span>;
}
