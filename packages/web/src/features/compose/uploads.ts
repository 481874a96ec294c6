// Uploads files in chunks with progress and returns Markdown links. Resumes after a lost connection, and after a reload if
// the same file is chosen again.

import { t } from '../../base/text/text.ts';
import { notify } from '../../base/ui/notices.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { fingerprintOf, storedUploads } from '../../model/session/stored-uploads.ts';

export interface UploadProgress {
  readonly id: number;
  readonly name: string;
  /** 0 to 1. */
  readonly done: number;
  cancel(): void;
}

const MIB = 1024 * 1024;
/** A chunk in transit may be lost when the connection breaks: proxies buffer it until complete. */
const PART = 5 * MIB;
/** Delays before retries; after the last one the upload fails. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000];
let last = 0;

/** A file name must not end the link text. */
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
    const { client, own_id, ended } = this.engine;
    const fingerprint = fingerprintOf(own_id, client.email ?? '', file);
    await alone(fingerprint, async (is_alone) => {
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const upload = new tus.Upload(file, {
        endpoint: `${client.site}/api/v1/tus`,
        headers: client.authorization ? { authorization: client.authorization } : {},
        metadata: { filename: file.name, filetype: file.type },
        chunkSize: PART,
        retryDelays: RETRY_MS,
        storeFingerprintForResuming: is_alone,
        removeFingerprintOnSuccess: true,
        fingerprint: async () => fingerprint,
        urlStorage: storedUploads,
        onProgress: (sent, total) => show(total > 0 ? sent / total : 0),
        onError: (error) => {
          failed(reasonOf(error));
          end();
        },
        onSuccess: ({ lastResponse }) => {
          this.set(id, null);
          const { url, filename } = JSON.parse(lastResponse.getBody()) as { url: string; filename: string };
          this.finished(linkTo(file.type, filename, url));
          end();
        },
      });
      const stop = (for_good: boolean) => {
        this.set(id, null);
        upload.abort(for_good).catch(() => {});
        end();
      };
      cancel = () => stop(true);
      const unwatch = ended.subscribe(() => stop(false));
      // If the server no longer has the partial upload, everything is sent again.
      const [previous] = is_alone ? await upload.findPreviousUploads() : [];
      if (previous) upload.resumeFromPreviousUpload(previous);
      upload.start();
      await over;
      unwatch();
    });
  }
}

/** Two tabs or messages never send one file to the same upload: the second starts its own. */
async function alone(name: string, act: (is_alone: boolean) => Promise<void>): Promise<void> {
  // Pages without TLS have no locks.
  if (!('locks' in navigator)) return act(true);
  await navigator.locks.request(`stoa.upload.${name}`, { ifAvailable: true }, (lock) => act(lock !== null));
}

/** The server's message, if any. */
function reasonOf(error: unknown): string {
  const body = (error as { originalResponse?: { getBody(): string } | null }).originalResponse?.getBody();
  try {
    const { msg } = JSON.parse(body ?? '') as { msg?: unknown };
    if (typeof msg === 'string' && msg !== '') return msg;
  } catch {}
  return body?.trim() || t('server_unreachable');
}
