// What a suggestion shows, in every list of suggestions: a picture, a label and details.
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { findChannel, findPerson } from '../../model/state/state.ts';
import { ChannelMark } from '../channels/channel-mark.tsx';
import { Avatar } from '../people/avatar.tsx';

interface Props {
  readonly label: string;
  readonly detail: string;
  readonly user_id?: number | undefined;
  readonly channel_id?: number | undefined;
  /** Shown for a suggestion that is neither a person nor a channel. */
  readonly icon: IconName;
}

export function SuggestionContent({ label, detail, user_id, channel_id, icon }: Props) {
  const state = useEngine().state.get();
  return (
    <>
      {user_id !== undefined ? (
        <Avatar person={findPerson(state, user_id)} size="s" />
      ) : channel_id !== undefined ? (
        <ChannelMark channel={findChannel(state, channel_id)} />
      ) : (
        <Icon name={icon} size={16} />
      )}
      <span className="suggestion-label" dir="auto">
        {label}
      </span>
      <span className="suggestion-detail quiet" dir="auto">
        {detail}
      </span>
    </>
  );
}
