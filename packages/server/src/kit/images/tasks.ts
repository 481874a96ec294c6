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
  readonly pixels: PixelLimits;
}

export interface Answer {
  /** Null: no picture, or one beyond the limits. */
  readonly picture: Picture | null;
  readonly made: boolean;
  /** A picture, but one beyond the limits of pixels. */
  readonly too_large: boolean;
}

export const FAILED: Answer = { picture: null, made: false, too_large: false };

/** In pixels: of one frame, and of all frames together that an output shows. */
export interface PixelLimits {
  readonly frame: number;
  readonly animation: number;
}

/** What stands for somebody or something is shown small, and need not come as large as a photo to look at. [UP24] */
export const PIXELS = {
  upload: { frame: 90_000_000, animation: 90_000_000 },
  portrait: { frame: 30_000_000, animation: 30_000_000 },
  emoji: { frame: 4_000_000, animation: 20_000_000 },
} as const satisfies Readonly<Record<string, PixelLimits>>;

export const SIDE_MAX = 30_000;
/** An animation is shown by so many of its frames at most. */
export const FRAMES_MAX = 300;
