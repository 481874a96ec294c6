// A bot's API key: shown when asked for, copied, replaced, or as the file that programs read.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { saveFile } from '../../base/ui/save-file.ts';
import { useAppState } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';
import { zuliprc } from './bot-facts.ts';
import type { BotKeyInUse } from './use-bot-key.ts';

export function BotKey({ bot, known }: { bot: Person; known: BotKeyInUse }) {
  const site = useAppState(({ realm_url }) => realm_url);
  const [shown, setShown] = useState(false);
  const [renewing, setRenewing] = useState(false);
  const { key } = known;
  const show = async () => setShown((await known.fetch()) !== null);
  const save = async () => {
    const found = await known.fetch();
    if (found !== null) saveFile('zuliprc', zuliprc(bot.email, found, site));
  };
  const renew = async () => {
    await known.renew();
    setShown(true);
  };
  return (
    <SettingGroup title={t('bot_key')}>
      {shown && key !== null && <CopyLine label={t('bot_key')} text={key} action={t('bot_copy_key')} />}
      <div className="setting-actions">
        {!shown && (
          <button type="button" className="button" onClick={() => void show()}>
            {t('bot_show_key')}
          </button>
        )}
        <button type="button" className="button" onClick={() => void save()}>
          {t('bot_download')}
        </button>
        <button type="button" className="button" onClick={() => setRenewing(true)}>
          {t('bot_renew_key')}
        </button>
      </div>
      {renewing && (
        <ConfirmDialog
          title={t('bot_renew_title', { name: bot.full_name })}
          lead={t('bot_renew_lead')}
          action={t('bot_renew_confirm')}
          confirm={() => void renew()}
          close={() => setRenewing(false)}
        />
      )}
    </SettingGroup>
  );
}
