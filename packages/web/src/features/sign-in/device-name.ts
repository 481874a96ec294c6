// The name of this device in the list of sessions: browser and system, as far as known.

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chromium|HeadlessChrome)\//, 'Chromium'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\b(Linux|X11)\b/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, user_agent: string) => names.find(([form]) => form.test(user_agent))?.[1];

/** For example "Firefox, Linux". */
export function deviceName(user_agent: string): string {
  const parts = [nameIn(BROWSERS, user_agent), nameIn(SYSTEMS, user_agent)].filter((part) => part !== undefined);
  return parts.join(', ') || 'Web';
}

export const thisDevice = (): string => deviceName(navigator.userAgent);
