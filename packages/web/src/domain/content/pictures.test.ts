// Parsing pictures in messages: sizes, addresses, order.
import { describe, expect, it } from 'bun:test';
import { fullAddress, picturesOf, rowSize, shownSize, thumbnailIn } from './pictures.ts';

const FORMATS = [
  { name: '840x560-anim.webp', animated: true },
  { name: '840x560.webp', animated: false },
];
const preview = (name: string, more = '') =>
  `<div class="message_inline_image"><a href="/user_uploads/1/ab/x/${name}" title="The &quot;plan&quot;"><img${more} data-original-content-type="image/png" data-original-dimensions="1600x900" src="/user_uploads/thumbnail/1/ab/x/${name}/840x560.webp"></a></div>`;

describe('[WB70] pictures of a message', () => {
  it('are found in order, below paragraphs and in them, with their names and sizes', () => {
    const inline =
      '<p>See <img alt="a &amp; b" class="inline-image" data-animated="true" data-original-content-type="image/gif" data-original-dimensions="20x10" data-original-src="/user_uploads/1/cd/y/b.gif" src="/static/images/loading/loader-black.svg"></p>';
    const [first, second, ...others] = picturesOf(`${preview('a.png')}${inline}`);
    expect(others).toEqual([]);
    expect(first).toEqual({
      file: '/user_uploads/1/ab/x/a.png',
      thumbnail: '/user_uploads/thumbnail/1/ab/x/a.png/840x560.webp',
      transcoded: null,
      title: 'The "plan"',
      size: { width: 1600, height: 900 },
      animated: false,
    });
    expect(second).toMatchObject({
      file: '/user_uploads/1/cd/y/b.gif',
      thumbnail: null,
      title: 'a & b',
      animated: true,
    });
  });

  it('do not include elements that only look like them', () => {
    for (const html of [
      '<p><img class="emoji" alt=":x:" src="/user_avatars/1/emoji/x.png"></p>',
      '<p><img data-original-content-type="image/png" data-original-src="https://evil.example/user_uploads/1/a.png" src="x"></p>',
      '<p><img data-original-content-type="image/png" data-original-src="//evil.example/1/a.png" src="x"></p>',
      '<p><img data-original-content-type="image/png" data-original-src="/user_uploads/thumbnail/1/a.png/x" src="x"></p>',
    ])
      expect(picturesOf(html)).toEqual([]);
  });

  it('reserve the space they will need, whatever their shape', () => {
    expect(shownSize({ width: 1600, height: 900 })).toEqual({ width: 384, height: 216 });
    expect(shownSize({ width: 600, height: 1400 })).toEqual({ width: 123, height: 288 });
    expect(shownSize({ width: 10, height: 10 })).toEqual({ width: 48, height: 48 });
    expect(shownSize({ width: 5, height: 5000 })).toEqual({ width: 48, height: 288 });
    expect(shownSize(null)).toEqual({ width: 256, height: 192 });
  });

  it('[WB100] are as large as the organization wants, but not larger than their original', () => {
    expect(shownSize({ width: 1600, height: 900 }, 150)).toEqual({ width: 576, height: 324 });
    expect(shownSize({ width: 600, height: 1400 }, 200)).toEqual({ width: 247, height: 576 });
    expect(shownSize({ width: 300, height: 200 }, 200)).toEqual({ width: 300, height: 200 });
    expect(shownSize(null, 150)).toEqual({ width: 384, height: 288 });
  });

  it('[WB152] are equally high in a row, and neither too narrow nor too wide', () => {
    expect(rowSize({ width: 1600, height: 900 })).toEqual({ width: 320, height: 180 });
    expect(rowSize({ width: 600, height: 900 })).toEqual({ width: 120, height: 180 });
    expect(rowSize({ width: 5, height: 5000 })).toEqual({ width: 90, height: 180 });
    expect(rowSize({ width: 5000, height: 5 }, 150)).toEqual({ width: 480, height: 270 });
    expect(rowSize(null)).toEqual({ width: 240, height: 180 });
  });

  it('are shown still or animated, in a format that browsers support', () => {
    const thumbnail = '/user_uploads/thumbnail/1/ab/x/a.gif/840x560-anim.webp';
    expect(thumbnailIn(thumbnail, false, FORMATS)).toBe('/user_uploads/thumbnail/1/ab/x/a.gif/840x560.webp');
    expect(thumbnailIn(thumbnail, true, FORMATS)).toBe(thumbnail);
    expect(thumbnailIn(thumbnail, false, [])).toBe(thumbnail);
    const [heic] = picturesOf(preview('a.heic', ' data-transcoded-image="1600x900.webp"'));
    expect(fullAddress(heic!)).toBe('/user_uploads/thumbnail/1/ab/x/a.heic/1600x900.webp');
  });
});
