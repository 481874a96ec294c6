// A bot's API key: shown when asked for, copied, replaced, or as the file that programs read.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';
import { zuliprc } from './bot-facts.ts';

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function BotKey({ bot }: { bot: Person }) {
  const { client } = useEngine();
  const site = useAppState(({ realm_url }) => realm_url);
  const [key, setKey] = useState<string | null>(null);
  const [renewing, setRenewing] = useState(false);
  const bot_id = bot.user_id;
  const known = async (): Promise<string | null> => {
    if (key !== null) return key;
    let found: string | null = null;
    await attempt(async () => {
      found = (await client.getBotApiKey({ bot_id })).api_key;
    });
    return found;
  };
  const renew = () => attempt(async () => setKey((await client.regenerateBotApiKey({ bot_id })).api_key));
  return (
    <SettingGroup title={t('bot_key')}>
      {key !== null && <CopyLine label={t('bot_key')} text={key} action={t('bot_copy_key')} />}
      <div className="setting-actions">
        {key === null && (
          <button type="button" className="button" onClick={() => void known().then(setKey)}>
            {t('bot_show_key')}
          </button>
        )}
        <button
          type="button"
          className="button"
          onClick={() => void known().then((found) => found && download('zuliprc', zuliprc(bot.email, found, site)))}
        >
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
          action={t('bot_renew_key')}
          confirm={() => void renew()}
          close={() => setRenewing(false)}
        />
      )}
    </SettingGroup>
  );
}
