// Zooming and moving a picture within its frame.
import { describe, expect, it } from 'bun:test';
import { panBy, UNZOOMED, type Zoom, zoomAt } from './zoom.ts';

const frame = { width: 1000, height: 600 };
const picture = { width: 800, height: 600 };
const middle = { x: 0, y: 0 };

describe('[WB70] a picture in the viewer', () => {
  it('zooms in up to eight times, and out until all of it is visible', () => {
    let zoom: Zoom = UNZOOMED;
    for (let step = 0; step < 40; step++) zoom = zoomAt(zoom, 1.4, middle, picture, frame);
    expect(zoom).toEqual({ scale: 8, x: 0, y: 0 });
    for (let step = 0; step < 40; step++) zoom = zoomAt(zoom, 0.7, { x: 300, y: 10 }, picture, frame);
    expect(zoom).toEqual(UNZOOMED);
  });

  it('keeps the point under the pointer in place', () => {
    const before: Zoom = { scale: 2, x: 40, y: -30 };
    const point = { x: 120, y: 60 };
    const after = zoomAt(before, 1.5, point, picture, frame);
    const under = ({ scale, x }: Zoom) => (point.x - x) / scale;
    expect(after.scale).toBe(3);
    expect(under(after)).toBeCloseTo(under(before));
  });

  it('can be moved only to its edges', () => {
    const large: Zoom = { scale: 2, x: 0, y: 0 };
    expect(panBy(large, 9999, -9999, picture, frame)).toEqual({ scale: 2, x: 300, y: -300 });
    expect(panBy(UNZOOMED, 50, 50, picture, frame)).toEqual(UNZOOMED);
    // At this zoom the picture is as wide as the frame, so it can't move sideways.
    expect(panBy({ scale: 1.25, x: 0, y: 0 }, 80, 20, picture, frame)).toEqual({ scale: 1.25, x: 0, y: 20 });
  });
});
