// Small files for uploads in tests.

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function samplePicture(name = 'pixel.png'): File {
  return new File([Buffer.from(PIXEL, 'base64')], name, { type: 'image/png' });
}

export function textFile(text: string, name = 'notes.txt', type = 'text/plain'): File {
  return new File([text], name, { type });
}
