// Draws setting rows from their declarations, for personal settings and defaults of new accounts.
import { LANGUAGES as ALL_LANGUAGES, type UserSettings } from '@stoa/contract';
import { Fragment } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { LANGUAGES } from '../../base/text/languages.ts';
import { ChoiceRow, SettingGroup, ToggleRow } from '../../base/ui/controls.tsx';
import { useStateOf } from '../../model/engine/context.ts';
import { numberName } from './numbers.ts';
import { DEPENDS_ON, type RowGroup, type SettingRow } from './setting-rows.ts';
import { SoundRow } from './sound-row.tsx';

interface Saver {
  readonly values: UserSettings;
  save(change: Partial<UserSettings>): Promise<unknown>;
}

/** Omits groups without available rows. */
export function RowList({
  groups,
  bare = false,
  ...saver
}: {
  groups: readonly RowGroup[];
  /** Without frames: the rows are part of the caller's group. */
  bare?: boolean;
} & Saver) {
  const state = useStateOf(DEPENDS_ON);
  return groups.map(({ title, rows }) => {
    const shown = rows.filter(({ when }) => when?.(state) ?? true);
    if (shown.length === 0) return null;
    const drawn = shown.map((row) => <Row key={row.key} row={row} {...saver} />);
    if (bare) return <Fragment key={title}>{drawn}</Fragment>;
    return (
      <SettingGroup key={title} title={t(title)}>
        {drawn}
      </SettingGroup>
    );
  });
}

function Row({ row, values, save }: { row: SettingRow } & Saver) {
  const { key, label, hint } = row;
  const shared = {
    label: t(label),
    hint: hint && t(hint),
    save: (value: unknown) => save({ [key]: value }),
  };
  switch (row.kind) {
    case 'toggle':
      return <ToggleRow {...shared} value={values[row.key]} />;
    case 'choice':
      return (
        <ChoiceRow
          {...shared}
          value={values[key] as string | number}
          choices={row.choices.map(([value, name]) => [value, t(name)] as const)}
        />
      );
    case 'number': {
      const value = values[row.key];
      const choices = [...new Set([...row.choices, value])].sort((a, b) => a - b);
      return (
        <ChoiceRow
          {...shared}
          value={value}
          choices={choices.map((number) => [number, numberName(number, row.unit)] as const)}
        />
      );
    }
    case 'language':
      return <ChoiceRow {...shared} value={values.default_language} choices={languages(values.default_language)} />;
    case 'sound':
      return <SoundRow {...shared} value={values.notification_sound} />;
  }
}

/** Supported languages by their own names, and the current one if it isn't supported. */
function languages(chosen: UserSettings['default_language']): (readonly [string, string])[] {
  const languages = Object.entries(LANGUAGES).map(([tag, { name }]) => [tag, name] as const);
  if (Object.hasOwn(LANGUAGES, chosen)) return languages;
  return [...languages, [chosen, t('set_language_unsupported', { language: ALL_LANGUAGES[chosen] })]];
}
