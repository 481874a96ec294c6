// Uploads files in parts, with progress, so that a broken connection goes on where it was, and gives the link to each as Markdown.
import type { Engine } from '../app/engine.ts';
import { t } from '../text/text.ts';
import { notify } from '../ui/notices.ts';

export interface UploadProgress {
  readonly id: number;
  readonly name: string;
  /** 0 to 1. */
  readonly done: number;
  cancel(): void;
}

const MIB = 1024 * 1024;
/** How long to wait before each further try; after the last one the upload has failed. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000];
let last = 0;

/** What a link says of a file must not end it. */
export const linkTo = (type: string, filename: string, url: string): string =>
  `${type.startsWith('image/') || type.startsWith('audio/') ? '!' : ''}[${filename.replace(/[[\]]/g, '')}](${url})`;

export class Uploads {
  private list: readonly UploadProgress[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly changed: (list: readonly UploadProgress[]) => void,
    private readonly finished: (link: string) => void,
  ) {}

  add(files: readonly File[]): void {
    const limit = this.engine.state.get().max_file_upload_size_mib;
    for (const file of files)
      if (file.size > limit * MIB) notify(t('upload_too_large', { name: file.name, limit }));
      else void this.upload(file);
  }

  cancelAll(): void {
    for (const one of this.list) one.cancel();
  }

  private set(id: number, next: UploadProgress | null): void {
    const rest = this.list.filter((one) => one.id !== id);
    this.list = next ? [...rest, next].sort((a, b) => a.id - b.id) : rest;
    this.changed(this.list);
  }

  private async upload(file: File): Promise<void> {
    const id = ++last;
    let cancelled = false;
    let cancel = () => {
      cancelled = true;
      this.set(id, null);
    };
    const show = (done: number) => this.set(id, { id, name: file.name, done, cancel: () => cancel() });
    const failed = (reason: string) => {
      this.set(id, null);
      notify(t('upload_failed', { name: file.name, reason }));
    };
    show(0);
    const tus = await import('tus-js-client').catch(() => null);
    if (cancelled) return;
    if (!tus) return failed(t('server_unreachable'));
    const { client } = this.engine;
    const upload = new tus.Upload(file, {
      endpoint: `${client.site}/api/v1/tus`,
      headers: client.authorization ? { authorization: client.authorization } : {},
      metadata: { filename: file.name, filetype: file.type },
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onProgress: (sent, total) => show(total > 0 ? sent / total : 0),
      onError: (error) => failed(reasonOf(error)),
      onSuccess: ({ lastResponse }) => {
        this.set(id, null);
        const { url, filename } = JSON.parse(lastResponse.getBody()) as { url: string; filename: string };
        this.finished(linkTo(file.type, filename, url));
      },
    });
    cancel = () => {
      this.set(id, null);
      upload.abort(true).catch(() => {});
    };
    upload.start();
  }
}

/** What the server said of it, where it said something. */
function reasonOf(error: unknown): string {
  const body = (error as { originalResponse?: { getBody(): string } | null }).originalResponse?.getBody();
  try {
    const { msg } = JSON.parse(body ?? '') as { msg?: unknown };
    if (typeof msg === 'string' && msg !== '') return msg;
  } catch {}
  return body?.trim() || t('server_unreachable');
}
