// Tasks and responses of the picture process. Types and limits only.

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** As displayed: rotated by the camera's orientation. */
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
  /**
   * `inside`: as large as fits, never enlarged. `cover`: the whole area, cropped. `contain`: the whole picture on a transparent
   * area.
   */
  readonly fit: 'inside' | 'cover' | 'contain';
  readonly format: 'png' | 'webp' | 'gif';
  /** All frames, or only the first. */
  readonly animated: boolean;
}

export interface Task {
  readonly path: string;
  readonly outputs: readonly Output[];
  readonly pixels: PixelLimits;
}

export interface TaskResult {
  /** Null: not a picture, or one beyond the limits. */
  readonly picture: Picture | null;
  readonly made: boolean;
  /** A picture beyond the pixel limits. */
  readonly too_large: boolean;
}

export const FAILED: TaskResult = { picture: null, made: false, too_large: false };

/** Limits in pixels: of one frame, and of all frames of an output together. */
export interface PixelLimits {
  readonly frame: number;
  readonly animation: number;
}

/** Avatars, icons and emoji are shown small, so their sources may have fewer pixels than a photo. [UP24] */
export const PIXELS = {
  upload: { frame: 90_000_000, animation: 90_000_000 },
  portrait: { frame: 30_000_000, animation: 30_000_000 },
  emoji: { frame: 4_000_000, animation: 20_000_000 },
} as const satisfies Readonly<Record<string, PixelLimits>>;

export const SIDE_MAX = 30_000;
/** Decoding AVIF takes 20 bytes for a pixel, several times as many as any other format. [UP802] */
export const AVIF_PIXELS_MAX = 40_000_000;
/** Most frames of an animation. */
export const FRAMES_MAX = 300;
