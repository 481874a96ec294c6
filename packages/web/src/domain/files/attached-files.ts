// The files of a message being written, in their order: uploading, refused, or ready to be sent.
import { Cell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { notify } from '../../base/ui/notices.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { FileLink } from './file-links.ts';
import { startUpload } from './upload.ts';

export interface AttachedFile {
  readonly id: number;
  readonly name: string;
  /** In bytes; null for files that were uploaded before. */
  readonly size: number | null;
  /** As chosen here; null for files that came with a draft or message. */
  readonly file: File | null;
  readonly status: 'uploading' | 'failed' | 'ready';
  /** The uploaded part, 0 to 1. */
  readonly done: number;
  /** Why it failed. */
  readonly reason: string | null;
  readonly can_retry: boolean;
  readonly link: FileLink | null;
}

const MIB = 1024 * 1024;
/** A message with more links than this has no previews. */
const FILES_MAX = 24;
/** Uploads at a time, in the order of the files: browsers make six connections to a server, and messages need some. */
const UPLOADS_AT_ONCE = 3;
const PROBE_MS = 5000;
let last = 0;

const same = (a: readonly FileLink[], b: readonly FileLink[]) =>
  a.length === b.length && a.every(({ url, name }, at) => url === b[at]!.url && name === b[at]!.name);

export class AttachedFiles {
  readonly cell = new Cell<readonly AttachedFile[]>([]);
  /** Called when files became ready, were removed or moved; not by `setLinks` and `clear`. */
  changed: () => void = () => {};
  /** Cancel running uploads, by id. */
  private readonly cancels = new Map<number, () => void>();
  /** Files whose upload has not begun, or goes on when there is a connection again. */
  private queue: { readonly id: number; readonly file: File }[] = [];
  private unwatch: (() => void) | null = null;

  constructor(private readonly engine: Engine) {}

  /** The links of the files that are ready. */
  links(): readonly FileLink[] {
    return this.cell.get().flatMap(({ link }) => link ?? []);
  }

  add(files: readonly File[]): void {
    const room = Math.max(0, FILES_MAX - this.cell.get().length);
    if (files.length > room) notify(t('upload_too_many', { limit: FILES_MAX }));
    const limit = this.engine.state.get().max_file_upload_size_mib;
    for (const file of files.slice(0, room)) {
      const id = ++last;
      const fits = file.size <= limit * MIB;
      const reason = fits ? null : t('upload_too_large', { limit });
      const status = fits ? 'uploading' : 'failed';
      const { name, size } = file;
      this.cell.set([
        ...this.cell.get(),
        { id, name, size, file, status, done: 0, reason, can_retry: fits, link: null },
      ]);
      if (fits) this.upload(id, file);
    }
  }

  retry(id: number): void {
    const found = this.find(id);
    if (found?.status !== 'failed' || !found.can_retry || !found.file) return;
    this.update(id, { status: 'uploading', done: 0, reason: null });
    this.upload(id, found.file);
  }

  /** Cancels the upload if it is running. */
  remove(id: number): void {
    const was_ready = this.find(id)?.link != null;
    this.cell.set(this.cell.get().filter((file) => file.id !== id));
    this.cancel(id);
    if (was_ready) this.changed();
  }

  /** Returns the new position, counted from 0. */
  move(id: number, by: 1 | -1): number {
    return this.moveTo(id, this.cell.get().findIndex((file) => file.id === id) + by);
  }

  moveTo(id: number, to: number): number {
    const list = [...this.cell.get()];
    const at = list.findIndex((file) => file.id === id);
    if (at < 0 || to === at || to < 0 || to >= list.length) return at;
    list.splice(to, 0, ...list.splice(at, 1));
    this.cell.set(list);
    this.changed();
    return to;
  }

  /** Sets the links of a draft or message; running uploads follow them. */
  setLinks(links: readonly FileLink[]): void {
    if (same(links, this.links())) return;
    const known = this.cell.get();
    const ready = links.map(
      (link): AttachedFile =>
        known.find((file) => file.link?.url === link.url) ?? {
          id: ++last,
          name: link.name,
          size: null,
          file: null,
          status: 'ready',
          done: 1,
          reason: null,
          can_retry: false,
          link,
        },
    );
    this.cell.set([...ready, ...known.filter(({ link }) => link === null)]);
  }

  /** Adds files that are not in the list yet. */
  addLinks(links: readonly FileLink[]): void {
    const known = this.links();
    const fresh = links.filter(({ url }) => !known.some((link) => link.url === url));
    if (fresh.length === 0) return;
    this.setLinks([...known, ...fresh]);
    this.changed();
  }

  /** Removes all files and cancels running uploads. */
  clear(): void {
    const list = this.cell.get();
    this.cell.set([]);
    for (const { id } of list) this.cancel(id);
  }

  private find(id: number): AttachedFile | undefined {
    return this.cell.get().find((file) => file.id === id);
  }

  private cancel(id: number): void {
    this.queue = this.queue.filter((waiting) => waiting.id !== id);
    this.cancels.get(id)?.();
    this.cancels.delete(id);
    this.startNext();
  }

  private update(id: number, now: Partial<AttachedFile>): void {
    this.cell.set(this.cell.get().map((file) => (file.id === id ? { ...file, ...now } : file)));
  }

  private upload(id: number, file: File): void {
    this.queue.push({ id, file });
    this.startNext();
  }

  private startNext(): void {
    while (this.cancels.size < UPLOADS_AT_ONCE) {
      const next = this.queue.shift();
      if (!next) return;
      this.start(next.id, next.file);
    }
  }

  /** Any call tells: the waiting poll may not have noticed yet. */
  private async isConnected(): Promise<boolean> {
    const { client, connection } = this.engine;
    if (connection.get() === 'live') await client.getServerSettings({}, { timeout_ms: PROBE_MS }).catch(() => {});
    return connection.get() === 'live';
  }

  /** After a longer time without a connection: what the server has of the file is not sent again. [WB1046] */
  private resumeLater(id: number, file: File): void {
    const { connection } = this.engine;
    this.cancels.delete(id);
    this.queue.unshift({ id, file });
    this.unwatch ??= connection.subscribe(() => {
      if (connection.get() !== 'live') return;
      this.unwatch?.();
      this.unwatch = null;
      this.startNext();
    });
  }

  private start(id: number, file: File): void {
    const over = (now: Partial<AttachedFile>) => {
      this.cancels.delete(id);
      this.update(id, now);
      this.startNext();
    };
    const cancel = startUpload(this.engine, file, {
      progress: (done) => this.update(id, { done }),
      failed: (reason, is_lost) => {
        const fail = () => over({ status: 'failed', reason });
        if (!is_lost) return fail();
        void this.isConnected().then((connected) => {
          if (!this.find(id)) return;
          if (connected) fail();
          else this.resumeLater(id, file);
        });
      },
      finished: (link) => {
        if (!this.find(id)) return;
        over({ status: 'ready', done: 1, link, name: link.name });
        this.changed();
      },
    });
    this.cancels.set(id, cancel);
  }
}
