// The menu of theme and language, which this browser remembers. [WB287]
import { t } from '../../base/text/all-texts.ts';
import { loadChosenLanguage } from '../../base/text/language.ts';
import { LANGUAGES } from '../../base/text/languages.ts';
import { MenuChoice, MenuGroup, MenuLine } from '../../base/ui/menu.tsx';
import { ThemeChoices } from '../../base/ui/theme-choices.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { State } from '../../model/state/state.ts';
import { storeTheme } from '../../model/state/visitor-state.ts';

export function AppearanceItems() {
  const engine = useEngine();
  const { color_scheme, default_language } = useAppState(({ user_settings }) => user_settings);
  const change = (settings: Partial<State['user_settings']>) => {
    const state = engine.state.get();
    engine.state.set({ ...state, user_settings: { ...state.user_settings, ...settings } });
  };
  const tags = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];
  return (
    <>
      <ThemeChoices
        chosen={color_scheme}
        choose={(theme) => {
          storeTheme(theme);
          change({ color_scheme: theme });
        }}
      />
      <MenuLine />
      <MenuGroup label={t('set_language')}>
        {tags.map((tag, at) => (
          <MenuChoice
            key={tag}
            name="language"
            value={at}
            chosen={tags.indexOf(default_language as (typeof tags)[number])}
            choose={() => void loadChosenLanguage(tag).then(() => change({ default_language: tag }))}
          >
            {LANGUAGES[tag].name}
          </MenuChoice>
        ))}
      </MenuGroup>
    </>
  );
}
