// Who shows a pushed message: the page, the service worker, or both in one notification.
import { expect, it } from 'bun:test';
import { decide, showsAlways } from './push-decision.ts';

const pushed = { open_pages: [], shown_id: null, message_id: 17, always: false };
const [seen, unseen] = [{ visible: true }, { visible: false }];

it('[WB103] a push makes a sound if no page is open', () => {
  expect(decide(pushed)).toBe('loud');
  expect(decide({ ...pushed, shown_id: 12 })).toBe('loud');
  expect(decide({ ...pushed, shown_id: 17 })).toBe('loud');
  expect(decide({ ...pushed, always: true })).toBe('loud');
});

it('[WB103] a push is left to a visible page, and silent beside a hidden one', () => {
  expect(decide({ ...pushed, open_pages: [unseen, seen] })).toBe('page');
  expect(decide({ ...pushed, open_pages: [unseen] })).toBe('quiet');
  expect(decide({ ...pushed, open_pages: [unseen], shown_id: 12 })).toBe('quiet');
  expect(decide({ ...pushed, open_pages: [unseen], shown_id: 17 })).toBe('again');
  expect(decide({ ...pushed, open_pages: [unseen], shown_id: 18 })).toBe('again');
});

it('[WB103] where every push must show a notification, it replaces the last one', () => {
  expect(decide({ ...pushed, open_pages: [seen], always: true })).toBe('quiet');
  expect(decide({ ...pushed, open_pages: [seen], always: true, shown_id: 17 })).toBe('again');
  const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  expect([safari, chrome, firefox].map(showsAlways)).toEqual([true, false, false]);
});
