// Draws the icons of the installed web client: `node scripts/draw-icons.mjs`, after a change of the logo. Their files are committed.
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './workspace.mjs';

const directory = join(root, 'packages', 'server', 'src', 'pages', 'icons');
const COLOUR = '#17685f';
/** Three columns under a roof, in a square of 64. */
const COLUMNS = 'M32 8 58 22v5H6v-5zM11 31h8v19h-8zm17 0h8v19h-8zm17 0h8v19h-8zM6 53h52v5H6z';

/** `share`: how much of the square the columns take. `radius`: of its corners, of 64. */
function svg({ share, radius }) {
  const margin = 32 * (1 - share);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${COLOUR}"/>
<path transform="translate(${margin} ${margin - 0.5 * share}) scale(${share})" fill="#fff" d="${COLUMNS}"/></svg>`;
}

const ICONS = {
  'icon-192.png': { size: 192, share: 0.66, radius: 14 },
  'icon-512.png': { size: 512, share: 0.66, radius: 14 },
  // Systems cut these to their own shape: what matters is within the middle 80 %.
  'maskable-512.png': { size: 512, share: 0.52, radius: 0 },
  'apple-touch-icon.png': { size: 180, share: 0.62, radius: 0 },
};

for (const [name, { size, ...form }] of Object.entries(ICONS))
  await sharp(Buffer.from(svg(form)), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toFile(join(directory, name));
