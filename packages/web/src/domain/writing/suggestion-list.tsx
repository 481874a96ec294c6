// Suggestions below a text field. The focus stays in the field.
import * as Ariakit from '@ariakit/react';
import type { RefObject } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { SuggestionItem } from './suggestion-item.tsx';
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
        <SuggestionItem
          key={suggestion.key}
          suggestion={suggestion}
          onMouseMove={point}
          onClick={() => accept(suggestion)}
        />
      ))}
    </Ariakit.ComboboxPopover>
  );
}
