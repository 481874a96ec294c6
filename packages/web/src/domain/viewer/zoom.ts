// Zoom and offset of a picture. Pure: offsets are in CSS pixels from the centre.
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;
/** The largest zoom. */
const ALMOST = 1.01;

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** A picture larger than the frame can be moved until its edge meets the frame's; a smaller one stays centred. */
function keepInFrame({ scale, x, y }: Zoom, picture: Frame, frame: Frame): Zoom {
  if (scale < ALMOST) return UNZOOMED;
  const room = (shown: number, available: number) => Math.max(0, (shown * scale - available) / 2);
  const across = room(picture.width, frame.width);
  const down = room(picture.height, frame.height);
  return { scale, x: between(x, -across, across), y: between(y, -down, down) };
}

/** Zooms by a factor around a point, given from the centre of the frame. */
export function zoomAt(
  zoom: Zoom,
  factor: number,
  point: { x: number; y: number },
  picture: Frame,
  frame: Frame,
): Zoom {
  const scale = between(zoom.scale * factor, 1, LARGEST);
  const grown = scale / zoom.scale;
  return keepInFrame(
    { scale, x: point.x - (point.x - zoom.x) * grown, y: point.y - (point.y - zoom.y) * grown },
    picture,
    frame,
  );
}

export function panBy(zoom: Zoom, dx: number, dy: number, picture: Frame, frame: Frame): Zoom {
  return keepInFrame({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, picture, frame);
}
