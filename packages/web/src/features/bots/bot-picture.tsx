// A bot's picture: shown, and replaced by another.

import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { FileButton } from '../../base/ui/file-button.tsx';
import { notify } from '../../base/ui/notices.ts';
import { Avatar } from '../../domain/people/avatar.tsx';
import { PICTURES } from '../../domain/people/avatar-file.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';

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
