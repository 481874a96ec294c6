// Uploads one file in chunks with progress. Resumes after a lost connection, and after a reload if the same file is chosen
// again.
import { ApiError } from '@stoa/contract/api-error';
import { failureText } from '../../base/text/failures.ts';
import { t } from '../../base/text/text.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { fingerprintOf, storedUploads } from '../../model/session/stored-uploads.ts';
import { type FileLink, linkTo } from './file-links.ts';

export interface UploadSteps {
  /** 0 to 1. */
  progress(done: number): void;
  /** `is_lost`: the server sent no response. */
  failed(reason: string, is_lost: boolean): void;
  finished(link: FileLink): void;
}

/** A chunk in transit may be lost when the connection breaks: proxies buffer it until complete. */
const PART = 5 * 1024 * 1024;
/** Delays before retries; after the last one the upload fails. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000];

/** Returns how to cancel: what the server has of the file is then removed there. */
export function startUpload(engine: Engine, file: File, steps: UploadSteps): () => void {
  return sendFile(engine, file, '/api/v1/tus', {
    ...steps,
    finished(answer) {
      const { url, filename } = JSON.parse(answer) as { url: string; filename: string };
      steps.finished(linkTo(file.type, filename, url));
    },
  });
}

interface SendSteps extends Pick<UploadSteps, 'progress' | 'failed'> {
  /** With what the server answered to the last part. */
  finished(answer: string): void;
}

/** Sends a file to a path of the server that takes resumable uploads. Returns how to cancel. */
export function sendFile(engine: Engine, file: File, path: string, steps: SendSteps): () => void {
  let cancelled = false;
  let stop = () => {};
  const run = async () => {
    const tus = await import('tus-js-client').catch(() => null);
    if (cancelled) return;
    if (!tus) return steps.failed(t('server_unreachable'), true);
    const { client, own_id, ended } = engine;
    const fingerprint = `${fingerprintOf(own_id, client.email ?? '', file)}${path === '/api/v1/tus' ? '' : path}`;
    await withUploadLock(fingerprint, async (is_alone) => {
      if (cancelled) return;
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const upload = new tus.Upload(file, {
        endpoint: `${client.site}${path}`,
        headers: client.authorization ? { authorization: client.authorization } : {},
        metadata: { filename: file.name, filetype: file.type },
        chunkSize: PART,
        retryDelays: RETRY_MS,
        storeFingerprintForResuming: is_alone,
        removeFingerprintOnSuccess: true,
        fingerprint: async () => fingerprint,
        urlStorage: storedUploads,
        onProgress: (sent, total) => steps.progress(total > 0 ? sent / total : 0),
        onError: (error) => {
          const reason = reasonOf(error);
          steps.failed(reason ?? t('server_unreachable'), reason === null);
          end();
        },
        onSuccess: ({ lastResponse }) => {
          steps.finished(lastResponse.getBody());
          end();
        },
      });
      const abort = (for_good: boolean) => {
        upload.abort(for_good).catch(() => {});
        end();
      };
      stop = () => abort(true);
      const unwatch = ended.subscribe(() => abort(false));
      // If the server no longer has the partial upload, everything is sent again.
      const [previous] = is_alone ? await upload.findPreviousUploads() : [];
      if (previous) upload.resumeFromPreviousUpload(previous);
      if (!cancelled) upload.start();
      await over;
      unwatch();
    });
  };
  void run();
  return () => {
    cancelled = true;
    stop();
  };
}

/** Two tabs or messages never send one file to the same upload: the second starts its own. */
async function withUploadLock(name: string, act: (is_alone: boolean) => Promise<void>): Promise<void> {
  // Pages without TLS have no locks.
  if (!('locks' in navigator)) return act(true);
  await navigator.locks.request(`stoa.upload.${name}`, { ifAvailable: true }, (lock) => act(lock !== null));
}

/** The server's reason; null if it gave none. */
function reasonOf(error: unknown): string | null {
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null }).originalResponse;
  try {
    const { msg, code, ...fields } = JSON.parse(response?.getBody() ?? '') as { msg?: unknown; code?: unknown };
    if (typeof msg === 'string' && msg !== '')
      return failureText(new ApiError(String(code ?? 'BAD_REQUEST'), response!.getStatus(), msg, fields));
  } catch {}
  return null;
}
