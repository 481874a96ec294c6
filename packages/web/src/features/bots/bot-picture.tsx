// A bot's picture: shown, and replaced by another.

import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { notifySaved } from '../../base/ui/notify-saved.ts';
import { Avatar } from '../../domain/people/avatar.tsx';
import { PictureButton } from '../../domain/people/picture-button.tsx';
import { useEngine } from '../../model/engine/context.ts';
import type { Person } from '../../model/state/state.ts';

export function BotPicture({ bot }: { bot: Person }) {
  const { client } = useEngine();
  const choose = async (file: File) => {
    if (await attempt(() => client.updateBot({ bot_id: bot.user_id }, { file }))) notifySaved();
  };
  return (
    <div className="setting">
      <span className="setting-label">{t('bot_picture')}</span>
      <div className="avatar-editor">
        <Avatar key={bot.avatar_url} person={bot} size="l" />
        <PictureButton choose={(file) => void choose(file)} />
      </div>
    </div>
  );
}
