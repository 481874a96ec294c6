// Beside the text while the microphone is recorded, instead of the tools: how long, how loud, and what ends it. [WB920]
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { notify } from '../../base/ui/notices.ts';
import { asFile, Recording, secondsWithin } from '../../domain/files/recording.ts';
import { useEngine } from '../../model/engine/context.ts';

interface Props {
  /** Also called after the box is closed, where what was said until then must not be lost. */
  attach(files: readonly File[]): void;
  close(): void;
}

const PROBLEMS: Readonly<Record<string, TextKey>> = {
  NotAllowedError: 'voice_denied',
  NotFoundError: 'voice_no_microphone',
};

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Sorts by time, and needs no colon, which file systems refuse. */
function nameNow(): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const now = new Date();
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${t('voice_message')} ${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
}

function useRecording({ attach, close }: Props): Recording | null {
  const { state } = useEngine();
  const [recording, setRecording] = useState<Recording | null>(null);
  const give = useEffectEvent((sound: Blob | null) => {
    if (sound) attach([asFile(sound, nameNow())]);
    close();
  });
  const refuse = useEffectEvent((error: unknown) => {
    notify(t(PROBLEMS[(error as DOMException).name] ?? 'voice_failed'));
    close();
  });
  useEffect(() => {
    let is_open = true;
    const starting = Recording.start(secondsWithin(state.get().max_file_upload_size_mib));
    starting.then((started) => {
      if (!is_open) return started.cancel();
      setRecording(started);
      void started.ended.then(give);
    }, refuse);
    return () => {
      is_open = false;
      void starting.then((started) => started.end()).catch(() => {});
    };
  }, [state]);
  return recording;
}

/** Follows the loudness, which shows that the right microphone is on. */
function useMeter(recording: Recording | null, dot: RefObject<HTMLElement | null>): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!recording) return;
    let frame = 0;
    const draw = () => {
      dot.current?.style.setProperty('--level', recording.level.toFixed(2));
      setSeconds(recording.seconds);
      frame = requestAnimationFrame(draw);
    };
    draw();
    // Leaving the page loses what was said.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('beforeunload', warn);
    };
  }, [recording, dot]);
  return seconds;
}

export function VoiceRecorder(props: Props) {
  const recording = useRecording(props);
  const dot = useRef<HTMLSpanElement>(null);
  const finish = useRef<HTMLButtonElement>(null);
  const seconds = useMeter(recording, dot);
  useEffect(() => {
    if (recording) finish.current?.focus();
  }, [recording]);
  return (
    <div className="voice-recorder">
      <span ref={dot} className="voice-level" />
      <span role="status">{t(recording ? 'voice_recording' : 'voice_waiting')}</span>
      {recording && (
        <>
          <span className="voice-time quiet">{clockOf(seconds)}</span>
          <IconButton icon="trash" label={t('voice_discard')} onClick={() => recording.cancel()} />
          <button ref={finish} type="button" className="button" onClick={() => recording.end()}>
            {t('voice_finish')}
          </button>
        </>
      )}
    </div>
  );
}
