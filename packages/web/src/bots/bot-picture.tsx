// A bot's picture: shown, and replaced by another.

import { useAppState, useEngine } from '../app/context.ts';
import type { Person } from '../app/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { PICTURES } from '../people/avatar-file.ts';
import { t } from '../text/text.ts';
import { attempt } from '../ui/attempt.ts';
import { FileButton } from '../ui/file-button.tsx';
import { notify } from '../ui/notices.ts';

export function BotPicture({ bot }: { bot: Person }) {
  const { client } = useEngine();
  const max_mib = useAppState(({ max_avatar_file_size_mib }) => max_avatar_file_size_mib);
  const choose = async (file: File) => {
    if (await attempt(() => client.updateBot({ bot_id: bot.user_id }, { file }))) notify(t('saved'));
  };
  return (
    <div className="setting">
      <span className="setting-label">{t('bot_picture')}</span>
      <div className="avatar-editor">
        <Avatar key={bot.avatar_url} person={bot} size="l" />
        <FileButton
          text={t('bot_new_picture')}
          accept={PICTURES}
          max_mib={max_mib}
          too_large={t('bot_picture_large', { count: max_mib })}
          choose={(file) => void choose(file)}
        />
      </div>
    </div>
  );
}
