// The choice of a theme in a menu.
import { t } from '../text/all-texts.ts';
import { MenuChoice, MenuGroup } from './menu.tsx';

const THEMES = [
  [1, 'theme_automatic'],
  [3, 'theme_light'],
  [2, 'theme_dark'],
] as const;

export type Theme = (typeof THEMES)[number][0];

export function ThemeChoices({ chosen, choose }: { chosen: number; choose(theme: Theme): void }) {
  return (
    <MenuGroup label={t('theme')}>
      {THEMES.map(([value, label]) => (
        <MenuChoice key={value} name="theme" value={value} chosen={chosen} stays choose={() => choose(value)}>
          {t(label)}
        </MenuChoice>
      ))}
    </MenuGroup>
  );
}
