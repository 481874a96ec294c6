// The notification sound, with a button that plays it.

import { t } from '../../base/text/all-texts.ts';
import { ChoiceRow } from '../../base/ui/controls.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { playSound } from '../notifications/sound.ts';

const SILENCE = 'none';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  save(value: string): Promise<unknown>;
}

export function SoundRow(props: Props) {
  const sounds = useAppState(({ user_settings }) => user_settings.available_notification_sounds);
  const choices = [
    ...sounds.map((sound) => [sound, soundName(sound)] as const),
    [SILENCE, t('set_sound_none')] as const,
  ];
  return (
    <div className="sound-row">
      <ChoiceRow {...props} choices={choices} />
      <IconButton
        icon="bell"
        label={t('set_play_sound')}
        disabled={props.value === SILENCE}
        onClick={() => playSound(props.value)}
      />
    </div>
  );
}

/** The name shown for a sound of the API; the first one is the default. */
const soundName = (sound: string) =>
  sound === 'zulip' ? t('set_sound_usual') : sound.charAt(0).toLocaleUpperCase() + sound.slice(1);
