// Notification sounds, synthesized without downloads. Browsers stay silent until the reader has interacted with the page.
interface Note {
  /** Hertz, and start in seconds. */
  readonly pitch: number;
  readonly at: number;
}

const SOUNDS: Readonly<Record<string, readonly Note[]>> = {
  zulip: [
    { pitch: 587, at: 0 },
    { pitch: 880, at: 0.11 },
  ],
  ding: [{ pitch: 1319, at: 0 }],
};
const LOUDNESS = 0.12;
const FADE_SECONDS = 0.45;

let context: AudioContext | null = null;

/** A sound by its API name; unknown names play the default, `none` plays nothing. */
export function playSound(name: string): void {
  if (name === 'none' || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === 'suspended') void audio.resume().catch(() => {});
  for (const { pitch, at } of SOUNDS[name] ?? SOUNDS.zulip!) {
    const begin = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + FADE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + FADE_SECONDS);
  }
}
