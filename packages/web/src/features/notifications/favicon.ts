// Draws the number of unread messages on the favicon and on the installed app's icon.
const PLAIN = '/static/logo.svg';
const SIZE = 64;

interface Badging {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

let picture: Promise<HTMLImageElement> | null = null;
let newest = 0;

function load(): Promise<HTMLImageElement> {
  picture ??= new Promise((resolve, reject) => {
    const image = new Image(SIZE, SIZE);
    image.onload = () => resolve(image);
    image.onerror = () => {
      picture = null;
      reject(new Error('no picture'));
    };
    image.src = PLAIN;
  });
  return picture;
}

function draw(image: HTMLImageElement, count: number): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.drawImage(image, 0, 0, SIZE, SIZE);
  const text = count > 99 ? '99+' : String(count);
  const width = 18 + 13 * text.length;
  pen.fillStyle = '#c62828';
  pen.beginPath();
  pen.roundRect(SIZE - width, 0, width, 34, 17);
  pen.fill();
  pen.fillStyle = '#fff';
  pen.font = 'bold 26px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, SIZE - width / 2, 18);
  return canvas.toDataURL('image/png');
}

export async function showBadge(count: number): Promise<void> {
  const request = ++newest;
  const badging: Badging = navigator;
  void (count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.())?.catch(() => {});
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!icon) return;
  const drawn =
    count > 0
      ? await load()
          .then((image) => draw(image, count))
          .catch(() => null)
      : null;
  if (request !== newest) return;
  icon.type = drawn ? 'image/png' : 'image/svg+xml';
  icon.href = drawn ?? PLAIN;
}
