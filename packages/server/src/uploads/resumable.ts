// Resumable uploads by the tus protocol, version 1.0.0: a library speaks it; here is who may, and what becomes of a whole file.
// Parts are kept on the local disk until the last has come, so several nodes need a shared directory or sticky connections.
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, BadRequest, LIMITS } from '@stoa/contract';
import { FileStore as PartialFiles } from '@tus/file-store';
import { Server as TusServer } from '@tus/server';
import type { Actor } from '../kit/actor.ts';
import type { Clock } from '../kit/clock.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { FileParts } from '../kit/files/file-parts.ts';
import type { Gate } from '../kit/http/dispatch.ts';
import type { RawContext } from '../kit/http/raw-route.ts';
import { uploadUrl } from './thumbnails.rules.ts';
import { TUS_PATH, UNFINISHED } from './unfinished.rules.ts';
import { checkQuota, createAttachment, storeUpload } from './uploads.actions.ts';

/** An upload that nobody goes on with is forgotten after so long. */
const UNFINISHED_MS = 24 * 60 * 60_000;
const ID = /^[0-9a-f]{32}$/;

type TusRequest = Parameters<NonNullable<TusServer['options']['onUploadCreate']>>[0];

export interface TusParts extends FileParts {
  readonly db: Connection;
  readonly clock: Clock;
  readonly gate: Pick<Gate, 'refresh'>;
  readonly data: string;
}

/** The library answers what it is thrown in this form. */
function refusal(error: unknown): { status_code: number; body: string } | unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, fields } = error;
  return { status_code: status, body: JSON.stringify({ result: 'error', msg: message, code, message, ...fields }) };
}

export class Resumable {
  private readonly callers = new WeakMap<object, Actor>();
  /** Which upload a request has finished. */
  private readonly finished = new WeakMap<object, string>();
  private readonly store: PartialFiles;
  private readonly server: TusServer;

  constructor(private readonly parts: TusParts) {
    const directory = join(parts.data, UNFINISHED);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.store = new PartialFiles({ directory, expirationPeriodInMilliseconds: UNFINISHED_MS });
    this.server = new TusServer({
      path: TUS_PATH,
      datastore: this.store,
      relativeLocation: true,
      respectForwardedHeaders: false,
      maxSize: LIMITS.max_file_upload_size_mib * 1024 * 1024,
      onUploadCreate: (request, upload) => this.begin(request, upload.size ?? 0, upload.metadata),
      onUploadFinish: (request, upload) => this.finish(request, upload.id, upload.size ?? 0, upload.metadata),
    });
  }

  /** Forgets uploads that nobody went on with. */
  async expire(): Promise<void> {
    await this.store.deleteExpired();
  }

  async handle({ request, actor, tail, realm }: RawContext): Promise<Response> {
    const { method } = request;
    // What a header says instead of the method was not looked at by those who let the caller in.
    if (request.headers.has('x-http-method-override')) throw BadRequest('X-HTTP-Method-Override is not supported');
    if (method !== 'OPTIONS' && tail !== '') {
      const owner = ID.test(tail) ? await this.ownerOf(tail) : null;
      if (owner !== `${realm.realm_id}:${actor!.user_id}`) return new Response(null, { status: 404 });
    }
    if (actor) this.callers.set(request, actor);
    const response = await this.server.handleWeb(request);
    const done = this.finished.get(request);
    if (done) await this.forget(done);
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  }

  private async forget(id: string): Promise<void> {
    // Its bytes are elsewhere by now, or empty; whichever of the two files is still there goes.
    await this.store.remove(id).catch(() => {});
    await Promise.resolve(this.store.configstore.delete(id)).catch(() => {});
  }

  /** Whose an unfinished upload is; null if there is none. */
  private async ownerOf(id: string): Promise<string | null> {
    try {
      return (await this.store.getUpload(id)).metadata?.owner ?? null;
    } catch {
      return null;
    }
  }

  private async begin(request: TusRequest, size: number, metadata: Record<string, string | null> | undefined) {
    const actor = this.callers.get(request)!;
    try {
      await checkQuota(this.parts.db, actor.realm.realm_id, size);
    } catch (error) {
      throw refusal(error);
    }
    const { filename = null, filetype = null } = metadata ?? {};
    return { metadata: { filename, filetype, owner: `${actor.realm.realm_id}:${actor.user_id}` } };
  }

  /** The whole file is there: it becomes an upload like any other, and the partial one is forgotten. */
  private async finish(
    request: TusRequest,
    id: string,
    size: number,
    metadata: Record<string, string | null> | undefined,
  ) {
    const { parts } = this;
    const { realm } = this.callers.get(request)!;
    const filename = metadata?.filename ?? '';
    // The library looks at an empty one once more, so that one is not taken away.
    const path = size === 0 ? parts.incoming.path() : join(this.store.directory, id);
    const arrived = { path, filename, content_type: metadata?.filetype ?? '', size };
    try {
      if (size === 0) await writeFile(path, '');
      const stored = await storeUpload(parts, parts.db, realm, parts.clock.now(), arrived);
      const { path_id, name } = await parts.writer.write(realm.realm_id, async (context) =>
        createAttachment(context, await parts.gate.refresh(context.tx, this.callers.get(request)!), stored),
      );
      this.finished.set(request, id);
      const body = JSON.stringify({ result: 'success', msg: '', url: uploadUrl(path_id), filename: name });
      return { status_code: 200, headers: { 'content-type': 'application/json' }, body };
    } catch (error) {
      throw refusal(error);
    }
  }
}
