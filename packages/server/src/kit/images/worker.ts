// The process that reads and makes pictures: a task a line on its input, an answer a line on its output. Never reads
// anything but the formats named here, whatever a file calls itself.
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { type Answer, FRAMES_MAX, type Output, PIXELS_MAX, type Picture, SIDE_MAX, type Task } from './tasks.ts';

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
  /** So many frames may be read without going beyond the limit of pixels. */
  readonly frames: number;
}

async function probe(path: string): Promise<Probed | null> {
  const head = await sharp(path, { limitInputPixels: PIXELS_MAX, pages: 1 }).metadata();
  const format = FORMATS[head.format];
  const { width, height } = head.autoOrient ?? head;
  if (!format || !width || !height || width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) return null;
  const pages = format === 'gif' || format === 'webp' ? (head.pages ?? 1) : 1;
  const frames = Math.min(pages, FRAMES_MAX, Math.max(1, Math.floor(PIXELS_MAX / (width * height))));
  return { picture: { format, width, height, animated: pages > 1 }, frames };
}

async function make(path: string, { frames }: Probed, output: Output): Promise<void> {
  const read = sharp(path, { limitInputPixels: PIXELS_MAX, pages: output.animated ? frames : 1, failOn: 'error' });
  const sized = read.autoOrient().resize(output.width, output.height, {
    fit: output.fit,
    withoutEnlargement: output.fit === 'inside',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
  await sized.toFormat(output.format).timeout({ seconds: SECONDS_MAX }).toFile(output.path);
}

async function work({ path, outputs }: Task): Promise<Answer> {
  let probed: Probed | null = null;
  try {
    probed = await probe(path);
    if (!probed) return { picture: null, made: false };
    for (const output of outputs) await make(path, probed, output);
    return { picture: probed.picture, made: true };
  } catch {
    return { picture: probed?.picture ?? null, made: false };
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await work(JSON.parse(line) as Task))}\n`);
