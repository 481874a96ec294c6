// Computes who is present, and when the client reports the reader's own presence.
import { describe, expect, it } from 'bun:test';
import {
  IDLE_AFTER_MS,
  PresenceReporter,
  type Report,
  type ReportAnswer,
} from '../../model/presence/presence-reporter.ts';
import { availabilityOf, lastActiveOf, PresenceStore } from '../../model/presence/presence-store.ts';
import { lastSeen, localTime } from './last-seen.ts';

const NOW = 1_800_000_000;

const DAY = 86_400;
const member = (user_id: number, days = 400) => ({
  user_id,
  date_joined: new Date((NOW - days * DAY) * 1000).toISOString(),
});

function bookAt(seconds: number) {
  const clock = { ms: seconds * 1000 };
  return { clock, book: new PresenceStore(140, () => clock.ms) };
}

describe('presence', () => {
  it("[WB52] distinguishes active, idle and offline by the server's clock and threshold", () => {
    // This machine's clock is an hour behind the server's.
    const { book, clock } = bookAt(NOW - 3600);
    book.startOver(
      {
        1: { active_timestamp: NOW - 139, idle_timestamp: NOW - 139 },
        2: { active_timestamp: NOW - 140, idle_timestamp: NOW - 10 },
        3: { active_timestamp: NOW - 900, idle_timestamp: NOW - 140 },
      },
      NOW,
    );
    const availabilities = () => [1, 2, 3, 4].map((id) => availabilityOf(book.cell.get(), id));
    expect(availabilities()).toEqual(['active', 'idle', 'offline', 'offline']);
    expect(lastActiveOf(book.cell.get(), 3)).toBe(NOW - 900);
    expect(lastActiveOf(book.cell.get(), 4)).toBeNull();
    clock.ms += 1000;
    book.tick();
    expect(availabilities()).toEqual(['offline', 'idle', 'offline', 'offline']);
    book.update({ 4: { active_timestamp: NOW, idle_timestamp: NOW } });
    book.forget(2);
    expect(availabilities()).toEqual(['offline', 'offline', 'offline', 'active']);
    book.startOver({}, NOW + 1);
    expect(availabilities()).toEqual(['offline', 'offline', 'offline', 'offline']);
  });

  it('[WB1080] says of somebody who has just joined when they did, not that they were inactive for two weeks', () => {
    const never = { known: new Map(), now: NOW, threshold: 140 };
    const seen = (days: number) => lastSeen(never, member(7, days), 'offline');
    expect([0, 1, 13.9, 14].map(seen)).toEqual([
      'Joined 1 minute ago',
      'Joined yesterday',
      'Joined 13 days ago',
      'Not active in the last two weeks',
    ]);
  });

  it('[WB50] shows when a person was last active, and their local time', () => {
    const ago = (seconds: number) => ({ active_timestamp: NOW - seconds, idle_timestamp: NOW - seconds });
    const known = new Map([5, 90, 3599, 3600, 86_399, 86_400, 3 * 86_400].map((seconds) => [seconds, ago(seconds)]));
    const lastSeenOf = (id: number) => lastSeen({ known, now: NOW, threshold: 140 }, member(id), 'offline');
    expect([90, 3599, 3600, 86_399, 86_400, 3 * 86_400, 1].map(lastSeenOf)).toEqual([
      'Active 1 minute ago',
      'Active 59 minutes ago',
      'Active 1 hour ago',
      'Active 23 hours ago',
      'Active yesterday',
      'Active 3 days ago',
      'Not active in the last two weeks',
    ]);
    expect(lastSeen({ known, now: NOW, threshold: 140 }, member(90), 'idle')).toBe('Idle, last active 1 minute ago');
    expect(lastSeen({ known, now: NOW, threshold: 140 }, member(5), 'active')).toBe('Active now');
    expect(localTime('Asia/Tokyo', true, Date.UTC(2026, 10, 21, 23, 30))).toBe('Sun 08:30');
    expect(localTime('', true)).toBeNull();
    expect(localTime('Nowhere/Land', true)).toBeNull();
  });

  function stage(interval: number | null = 60) {
    const { book, clock } = bookAt(NOW);
    const reports: Report[] = [];
    const page = { hidden: false, interval, fails: false };
    const answer: ReportAnswer = { presence_last_update_id: 7, server_timestamp: NOW, presences: {} };
    const reporter = new PresenceReporter(
      book,
      {
        interval: () => page.interval,
        hidden: () => page.hidden,
        now: () => clock.ms,
        report: async (report) => {
          reports.push(report);
          if (page.fails) throw new Error('away');
          return answer;
        },
      },
      3,
    );
    const after = async (seconds: number) => {
      clock.ms += seconds * 1000;
      await reporter.beat();
    };
    return { reporter, reports, page, after, clock };
  }

  it('[WB52] reports once a minute, and requests only newer data', async () => {
    const { reports, after } = stage();
    await after(0);
    await after(59);
    expect(reports).toEqual([
      { status: 'active', last_update_id: 3, history_limit_days: 14, new_user_input: true, ping_only: false },
    ]);
    await after(1);
    expect(reports[1]).toMatchObject({ last_update_id: 7, new_user_input: false });
  });

  it('[WB52] is idle after five minutes without input, and back with the first key', async () => {
    const { reporter, reports, after, clock } = stage();
    await after(IDLE_AFTER_MS / 1000 - 1);
    expect(reports.at(-1)?.status).toBe('active');
    await after(60);
    expect(reports.at(-1)?.status).toBe('idle');
    clock.ms += 5000;
    reporter.noteInput();
    await Promise.resolve();
    expect(reports.length).toBe(3);
    expect(reports.at(-1)).toMatchObject({ status: 'active', new_user_input: true });
  });

  it('[WB52] requests nothing while the page is hidden, and at once when it is shown again', async () => {
    const { reports, page, after } = stage();
    await after(0);
    page.hidden = true;
    await after(60);
    expect(reports[1]).toMatchObject({ ping_only: true });
    page.hidden = false;
    await after(1);
    expect(reports[2]).toMatchObject({ ping_only: false });
  });

  it('[WB52] reports nothing if the organization has disabled presence, and retries after a failure', async () => {
    const { reports, page, after } = stage(null);
    await after(600);
    expect(reports).toEqual([]);
    page.interval = 60;
    page.fails = true;
    await after(0);
    page.fails = false;
    await after(15);
    expect(reports.length).toBe(2);
  });
});
