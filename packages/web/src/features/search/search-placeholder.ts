// What the empty search field says. On a phone it has room for one word, beside the buttons of its view. [WB1082]
import { useSyncExternalStore } from 'react';
import { t } from '../../base/text/text.ts';

const phone = matchMedia('(max-width: 48rem)');
const watchPhone = (changed: () => void) => {
  phone.addEventListener('change', changed);
  return () => phone.removeEventListener('change', changed);
};

export function useSearchPlaceholder(): string {
  return t(useSyncExternalStore(watchPhone, () => phone.matches) ? 'search' : 'search_placeholder');
}
