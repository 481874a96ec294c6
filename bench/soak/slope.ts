type Point = readonly [x: number, y: number];

export interface Slope {
  /** In units of y per unit of x. */
  readonly slope: number;
  /** The true slope lies between these in 9 cases of 10, if the points scatter around a line. */
  readonly between: readonly [number, number];
}

/** Of the standard normal distribution: 5% are above. */
const Z = 1.645;

/** The least point of each of these many equal parts, which must not be more than the points. */
export function leastOf(points: readonly Point[], parts: number): Point[] {
  return Array.from({ length: parts }, (_, part) => {
    const at = (n: number) => Math.floor((n * points.length) / parts);
    return points.slice(at(part), at(part + 1)).reduce((least, point) => (point[1] < least[1] ? point : least));
  });
}

/** The median of the slopes between any two points (Theil and Sen): a few points far off don't change it. */
export function slopeOf(points: readonly Point[]): Slope {
  const slopes = points
    .flatMap(([x, y], n) => points.slice(n + 1).map((later) => (later[1] - y) / (later[0] - x)))
    .sort((a, b) => a - b);
  const n = points.length;
  // The number of rising pairs has this deviation where nothing rises (Kendall).
  const deviation = Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const outside = Math.max(0, Math.round((slopes.length - Z * deviation) / 2) - 1);
  const middle = (slopes.length - 1) / 2;
  return {
    slope: (slopes[Math.floor(middle)]! + slopes[Math.ceil(middle)]!) / 2,
    between: [slopes[outside]!, slopes[slopes.length - 1 - outside]!],
  };
}
