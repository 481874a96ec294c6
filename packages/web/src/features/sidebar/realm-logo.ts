// The organization's logo for the current theme. [WB106]
import { useSyncExternalStore } from 'react';
import { useAppState } from '../../model/engine/context.ts';

const DARK = 2;
const LIGHT = 3;
const night = matchMedia('(prefers-color-scheme: dark)');

function watchNight(changed: () => void): () => void {
  night.addEventListener('change', changed);
  return () => night.removeEventListener('change', changed);
}

/**
 * Null if none was uploaded. The light logo is used in dark mode without a dark one; the dark logo is not used in light
 * mode, because it may be white.
 */
export function useRealmLogo(): string | null {
  const scheme = useAppState(({ user_settings }) => user_settings.color_scheme);
  const by_system = useSyncExternalStore(watchNight, () => night.matches);
  const dark = scheme === DARK || (scheme !== LIGHT && by_system);
  return useAppState((state) => {
    const day_logo = state.realm_logo_source === 'U' ? state.realm_logo_url : null;
    const night_logo = state.realm_night_logo_source === 'U' ? state.realm_night_logo_url : null;
    return dark ? (night_logo ?? day_logo) : day_logo;
  });
}
