// A sound that browsers play.

/** A second of a tone, as the simplest of all files of sounds. */
export function tone(): File {
  const rate = 8000;
  const bytes = new DataView(new ArrayBuffer(44 + rate));
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) bytes.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  bytes.setUint32(4, 36 + rate, true);
  write(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate, true);
  bytes.setUint16(32, 1, true);
  bytes.setUint16(34, 8, true);
  write(36, 'data');
  bytes.setUint32(40, rate, true);
  for (let i = 0; i < rate; i++) bytes.setUint8(44 + i, 128 + Math.round(40 * Math.sin(i / 3)));
  return new File([bytes.buffer], 'tone.wav', { type: 'audio/wav' });
}
