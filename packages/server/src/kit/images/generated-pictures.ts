// Pictures of accounts and organizations without an uploaded one: a symmetric pattern derived from the id, so that it reveals
// nothing else and needs no other host. Pure. [AV7] [RI5]
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { RealmId } from '@stoa/contract';

/** In pixels, as for uploaded pictures. */
const GENERATED_SIDES = { small: 100, medium: 500 } as const;
const CELLS = 5;
const CELL_SHARE = 0.16;

export function generatedPictureUrl(user_id: number, version: number, size?: 'medium'): string {
  return `/generated_avatars/${user_id}${size ? '-medium' : ''}.png?version=${version}`;
}

export function generatedIconUrl(realm_id: RealmId): string {
  return `/generated_avatars/organization-${realm_id}.png`;
}

/** The picture of an account that the reader may not see. */
export const UNKNOWN_PICTURE = '/generated_avatars/unknown.png';

type Colour = readonly [red: number, green: number, blue: number];
/** True if a point, from 0 to 1 on each axis, is in the foreground. */
type Shape = (x: number, y: number) => boolean;

const BACKGROUND: Colour = [240, 240, 240];
const UNKNOWN_COLOUR: Colour = [150, 150, 155];
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Draws a PNG of two colours, one bit per pixel. */
function drawPng(side: number, colour: Colour, isInside: Shape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 3], 8); // one bit, indexed colours
  const stride = Math.ceil(side / 8) + 1;
  const rows = Buffer.alloc(stride * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (isInside((x + 0.5) / side, (y + 0.5) / side)) rows[y * stride + 1 + (x >> 3)]! |= 0x80 >> (x & 7);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...BACKGROUND, ...colour])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A colour from a hue (0 to 1), dark enough on the light background. */
function colourOf(hue: number): Colour {
  const channel = (shift: number) => {
    const k = (shift + hue * 12) % 12;
    return Math.round(255 * (0.45 - 0.27 * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function drawPattern(subject: string, side: number): Buffer {
  const hash = createHash('sha256').update(`picture of ${subject}`).digest();
  const margin = (1 - CELLS * CELL_SHARE) / 2;
  const isFilled = (column: number, row: number) => {
    const mirrored = Math.min(column, CELLS - 1 - column);
    return (hash[2 + mirrored * CELLS + row]! & 1) === 1;
  };
  return drawPng(side, colourOf(hash.readUInt16BE(0) / 0x1_0000), (x, y) => {
    const [column, row] = [Math.floor((x - margin) / CELL_SHARE), Math.floor((y - margin) / CELL_SHARE)];
    return column >= 0 && column < CELLS && row >= 0 && row < CELLS && isFilled(column, row);
  });
}

/** Head and shoulders. */
function drawUnknown(side: number): Buffer {
  const isWithin = (x: number, y: number, radius: number) => x * x + y * y < radius * radius;
  return drawPng(side, UNKNOWN_COLOUR, (x, y) => isWithin(x - 0.5, y - 0.36, 0.18) || isWithin(x - 0.5, y - 1, 0.38));
}

/** The picture for a generated address, by what follows the folder; null for any other. */
export function drawGenerated(name: string): Buffer | null {
  const [, organization] = name.match(/^organization-([1-9]\d{0,14})\.png$/) ?? [];
  if (organization) return drawPattern(`organization ${organization}`, GENERATED_SIDES.small);
  const [, who, medium] = name.match(/^([1-9]\d{0,14}|unknown)(-medium)?\.png$/) ?? [];
  if (!who) return null;
  const side = medium ? GENERATED_SIDES.medium : GENERATED_SIDES.small;
  return who === 'unknown' ? drawUnknown(side) : drawPattern(`account ${who}`, side);
}
