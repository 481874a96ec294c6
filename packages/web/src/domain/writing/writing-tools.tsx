// Formatting buttons: the frequent ones, and a menu with all.
import * as Ariakit from '@ariakit/react';
import type { RefObject } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { Icon, type IconName } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import type { FieldHandle } from './compose-field.tsx';
import { FORMATS, type FormatName } from './formatting.ts';
import { ToolsMenu } from './tools-menu.tsx';

const BUTTONS: readonly { format: FormatName; icon: IconName; name: TextKey; keys?: string; frequent?: true }[] = [
  { format: 'bold', icon: 'bold', name: 'bold', keys: 'Ctrl+B', frequent: true },
  { format: 'italic', icon: 'italic', name: 'italic', keys: 'Ctrl+I', frequent: true },
  { format: 'strike', icon: 'strike', name: 'strike', keys: 'Ctrl+Shift+X' },
  { format: 'link', icon: 'link', name: 'link', keys: 'Ctrl+Shift+L', frequent: true },
  { format: 'code', icon: 'code', name: 'code', keys: 'Ctrl+Shift+C', frequent: true },
  { format: 'bullets', icon: 'list', name: 'bullets' },
  { format: 'numbers', icon: 'numbers', name: 'numbered_list' },
  { format: 'quote', icon: 'quote', name: 'quotation' },
  { format: 'spoiler', icon: 'spoiler', name: 'spoiler' },
  { format: 'math', icon: 'sum', name: 'formula' },
];

export function WritingTools({ field }: { field: RefObject<FieldHandle | null> }) {
  return (
    <>
      {BUTTONS.filter(({ frequent }) => frequent).map(({ format, icon, name, keys }) => (
        <IconButton
          key={format}
          icon={icon}
          label={t(name)}
          className="not-phone"
          title={`${t(name)} (${keys})`}
          onClick={() => field.current?.format(FORMATS[format])}
        />
      ))}
      <ToolsMenu icon="format" label={t('formatting')}>
        {BUTTONS.map(({ format, icon, name, keys }) => (
          <Ariakit.MenuItem
            key={format}
            className="menu-item"
            // Waits until the menu has given up the focus.
            onClick={() => requestAnimationFrame(() => field.current?.format(FORMATS[format]))}
          >
            <Icon name={icon} /> {t(name)} {keys && <kbd>{keys}</kbd>}
          </Ariakit.MenuItem>
        ))}
      </ToolsMenu>
    </>
  );
}
