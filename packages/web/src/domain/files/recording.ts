// Records the microphone into a file. [WB920]
import { FORMATS, supportedFormat } from './recording-formats.ts';

/** Speech needs no more; ten minutes take 2.4 MB. */
const BITS_PER_SECOND = 32_000;
const SECONDS_MAX = 30 * 60;
/** The part of the size limit that is used: the rest is for the container and for the encoder's variation. */
const USABLE = 0.8;
const MIB = 1024 * 1024;
/** A press by mistake is no message. */
const SHORTEST_MS = 300;

/** How long a recording may be, in seconds, so that its file is taken. */
export const secondsWithin = (limit_mib: number): number =>
  Math.min(SECONDS_MAX, Math.floor((limit_mib * MIB * USABLE * 8) / BITS_PER_SECOND));

export class Recording {
  private readonly began_at = performance.now();
  private readonly samples: Uint8Array<ArrayBuffer>;
  private is_cancelled = false;
  private readonly limit: ReturnType<typeof setTimeout>;
  /** The sound, once it ended: by `end`, at the limit, or because the microphone is gone. Null if it was cancelled or is too short. */
  readonly ended: Promise<Blob | null>;

  private constructor(
    private readonly recorder: MediaRecorder,
    sounds: AudioContext,
    private readonly meter: AnalyserNode,
    limit_seconds: number,
  ) {
    this.samples = new Uint8Array(meter.fftSize);
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    this.ended = new Promise((resolve) => {
      recorder.onstop = () => {
        clearTimeout(this.limit);
        free(recorder.stream, sounds);
        const is_wanted = !this.is_cancelled && performance.now() - this.began_at >= SHORTEST_MS;
        const [type] = recorder.mimeType.split(';');
        resolve(is_wanted ? new Blob(parts, { type: type! }) : null);
      };
    });
    this.limit = setTimeout(() => this.end(), limit_seconds * 1000);
    recorder.start();
  }

  /** Asks for the microphone. Rejects with the browser's DOMException; the microphone is free then. [WB936] */
  static async start(limit_seconds: number): Promise<Recording> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    let sounds: AudioContext | null = null;
    try {
      sounds = new AudioContext();
      const { type } = supportedFormat()!;
      const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND });
      const meter = sounds.createAnalyser();
      meter.fftSize = 512;
      sounds.createMediaStreamSource(stream).connect(meter);
      return new Recording(recorder, sounds, meter, limit_seconds);
    } catch (error) {
      free(stream, sounds);
      throw error;
    }
  }

  get seconds(): number {
    return Math.floor((performance.now() - this.began_at) / 1000);
  }

  /** How loud it is now, from 0 to 1, as people hear it: speech is far below the loudest. */
  get level(): number {
    this.meter.getByteTimeDomainData(this.samples);
    return Math.sqrt(Math.max(...this.samples.map((sample) => Math.abs(sample - SILENCE))) / SILENCE);
  }

  end(): void {
    if (this.recorder.state !== 'inactive') this.recorder.stop();
  }

  cancel(): void {
    this.is_cancelled = true;
    this.end();
  }
}

/** The browser says that it listens until these end. */
function free(stream: MediaStream, sounds: AudioContext | null): void {
  for (const track of stream.getTracks()) track.stop();
  void sounds?.close();
}

/** A sample of silence, of 8 bits. */
const SILENCE = 128;

/** `name` without an ending. */
export function asFile(sound: Blob, name: string): File {
  const extension = FORMATS.find(({ type }) => type.startsWith(sound.type))?.extension ?? 'weba';
  return new File([sound], `${name}.${extension}`, { type: sound.type });
}
