// What is asked of the process that works on pictures, and what it answers. Types and limits only.

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** As it is looked at: turned the way its camera was held. */
export interface Picture {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

export interface Output {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** `inside`: as large as fits, never larger than it was. `cover`: the whole area, cut. `contain`: all of it, on nothing. */
  readonly fit: 'inside' | 'cover' | 'contain';
  readonly format: 'png' | 'webp' | 'gif';
  /** All its frames, or the first. */
  readonly animated: boolean;
}

export interface Task {
  readonly path: string;
  readonly outputs: readonly Output[];
}

export interface Answer {
  /** Null: no picture, or one beyond the limits. */
  readonly picture: Picture | null;
  readonly made: boolean;
}

/** Of a picture, or of all frames of one together. */
export const PIXELS_MAX = 90_000_000;
export const SIDE_MAX = 30_000;
/** An animation is shown by so many of its frames at most. */
export const FRAMES_MAX = 300;
