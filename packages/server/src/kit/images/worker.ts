// The process that reads and makes pictures: one task per line on stdin, one response per line on stdout. Never reads formats other than
// those named here, whatever a file claims to be.
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { isLightPng } from './png-chunks.ts';
import {
  AVIF_PIXELS_MAX,
  FAILED,
  FRAMES_MAX,
  type Output,
  type Picture,
  type PixelLimits,
  SIDE_MAX,
  type Task,
  type TaskResult,
} from './tasks.ts';

const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'];
const SECONDS_MAX = 15;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS.flatMap((name) => [`VipsForeignLoad${name}File`]) });
sharp.cache(false);
sharp.concurrency(1);

const FORMATS: Readonly<Record<string, Picture['format']>> = {
  jpeg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  heif: 'avif',
};

interface Probed {
  readonly picture: Picture;
  /** Frames that may be read within the pixel limit. */
  readonly frames: number;
}

async function probe(path: string, pixels: PixelLimits): Promise<Probed | 'too_large' | null> {
  if (!(await isLightPng(path))) return null;
  // Reads only the head, whatever size it claims.
  const head = await sharp(path, { limitInputPixels: false, pages: 1 }).metadata();
  const format = FORMATS[head.format];
  const { width, height } = head.autoOrient ?? head;
  if (!format || !width || !height) return null;
  const most = format === 'avif' ? Math.min(AVIF_PIXELS_MAX, pixels.frame) : pixels.frame;
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > most) return 'too_large';
  const pages = format === 'gif' || format === 'webp' ? (head.pages ?? 1) : 1;
  const frames = Math.min(pages, FRAMES_MAX, Math.max(1, Math.floor(pixels.animation / (width * height))));
  return { picture: { format, width, height, animated: pages > 1 }, frames };
}

async function make(path: string, { frames }: Probed, output: Output, pixels: PixelLimits): Promise<void> {
  const most = Math.max(pixels.frame, pixels.animation);
  const read = sharp(path, { limitInputPixels: most, pages: output.animated ? frames : 1, failOn: 'error' });
  const sized = read.autoOrient().resize(output.width, output.height, {
    fit: output.fit,
    withoutEnlargement: output.fit === 'inside',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
  await sized.toFormat(output.format).timeout({ seconds: SECONDS_MAX }).toFile(output.path);
}

async function work({ path, outputs, pixels }: Task): Promise<TaskResult> {
  let picture: Picture | null = null;
  try {
    const probed = await probe(path, pixels);
    if (probed === null || probed === 'too_large') return { ...FAILED, too_large: probed !== null };
    picture = probed.picture;
    for (const output of outputs) await make(path, probed, output, pixels);
    return { picture, made: true, too_large: false };
  } catch {
    return { ...FAILED, picture };
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await work(JSON.parse(line) as Task))}\n`);
