// Limit for P12's delivery: from NOTIFY on one PostgreSQL connection to the notification on another, by bare `pg`.
import pg from 'pg';

const CHANNEL = 'bare';

export class BareNotify {
  private onNotification: () => void = () => {};
  private constructor(
    private readonly speaker: pg.Client,
    private readonly listener: pg.Client,
  ) {
    listener.on('notification', () => this.onNotification());
  }

  static async open(database: string): Promise<BareNotify> {
    const [speaker, listener] = [1, 2].map(() => new pg.Client({ connectionString: database })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([speaker.connect(), listener.connect()]);
    await listener.query(`listen ${CHANNEL}`);
    return new BareNotify(speaker, listener);
  }

  /** Milliseconds of each of this many notifications, one after another. */
  async times(count: number): Promise<number[]> {
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const received = new Promise<void>((resolve) => {
        this.onNotification = resolve;
      });
      const started = performance.now();
      const sent = this.speaker.query(`notify ${CHANNEL}`);
      await received;
      times.push(performance.now() - started);
      await sent;
    }
    return times;
  }

  async close(): Promise<void> {
    await Promise.all([this.speaker.end(), this.listener.end()]);
  }
}
