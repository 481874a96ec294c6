// Whether the browser records, and as what. Apart from what records: every compose box asks. [WB922]

/** In the order of preference: what all browsers play comes first. */
export const FORMATS = [
  { type: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a' },
  { type: 'audio/mp4;codecs=opus', extension: 'm4a' },
  { type: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { type: 'audio/webm;codecs=opus', extension: 'weba' },
] as const;

export const supportedFormat = () =>
  typeof MediaRecorder === 'undefined' ? undefined : FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type));

/** False on pages without TLS too, where browsers give no microphone. */
export const canRecord = (): boolean => navigator.mediaDevices !== undefined && supportedFormat() !== undefined;
