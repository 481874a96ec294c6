// Suggestions below a text field. The focus stays in the field.
import * as Ariakit from '@ariakit/react';
import type { RefObject } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { findChannel, findPerson } from '../../model/state/state.ts';
import { ChannelMark } from '../channels/channel-mark.tsx';
import { Avatar } from '../people/avatar.tsx';
import type { Suggestion } from './suggestions.ts';
import type { useSuggestions } from './use-suggestions.ts';

interface Props {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly suggestions: ReturnType<typeof useSuggestions>;
}

export function SuggestionList({ field, suggestions: { combobox, found, point, accept } }: Props) {
  return (
    <Ariakit.ComboboxPopover
      store={combobox}
      hidden={found.length === 0}
      className="popover suggestions"
      portal
      // Portalled into its container, for landmark navigation.
      portalElement={() => field.current?.closest<HTMLElement>('[role="dialog"], main') ?? null}
      preserveTabOrder={false}
      fixed
      gutter={6}
      aria-label={t('suggestions')}
      getAnchorRect={() => field.current?.getBoundingClientRect() ?? null}
    >
      {found.map((suggestion) => (
        <Ariakit.ComboboxItem
          key={suggestion.key}
          value={suggestion.key}
          className="suggestion"
          focusOnHover
          setValueOnClick={false}
          onMouseMove={point}
          onClick={() => accept(suggestion)}
        >
          <Picture suggestion={suggestion} />
          <span className="suggestion-label">{suggestion.label}</span>
          <span className="suggestion-detail quiet">{suggestion.detail}</span>
        </Ariakit.ComboboxItem>
      ))}
    </Ariakit.ComboboxPopover>
  );
}

function Picture({ suggestion: { user_id, channel_id, emoji, icon, image } }: { suggestion: Suggestion }) {
  const state = useEngine().state.get();
  if (user_id !== undefined) return <Avatar person={findPerson(state, user_id)} size="s" />;
  if (channel_id !== undefined) return <ChannelMark channel={findChannel(state, channel_id)} />;
  if (icon) return <Icon name={icon} />;
  if (image) return <img className="emoji-image" src={image} alt="" />;
  return <span className="emoji-text">{emoji}</span>;
}
