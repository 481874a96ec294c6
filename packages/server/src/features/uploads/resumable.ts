// Resumable uploads by the tus protocol 1.0.0. A library speaks the protocol; this file decides access and stores complete
// files.
// Parts stay on the local disk until the last arrives, so several nodes need a shared directory or sticky connections.
import { mkdirSync } from 'node:fs';
import { access, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError, BadRequest, LIMITS, MethodNotAllowed, NotFound, Refused } from '@stoa/contract';
import { FileStore } from '@tus/file-store';
import { ERRORS, Server as TusServer } from '@tus/server';
import { uploadUrl } from '../../conversation/attachments/thumbnails.rules.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { requireTwoFactor } from '../../kit/http/callers/access.ts';
import type { Gate } from '../../kit/http/handling.ts';
import type { RawContext } from '../../kit/http/raw-route.ts';
import { type Report, respondError } from '../../kit/http/responses/respond.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { RunningUploads } from './running-uploads.ts';
import { beginUnfinished, endUnfinished, forgetLostUploads, UNFINISHED_MS } from './unfinished-uploads.actions.ts';
import { TUS_PATH, UNFINISHED } from './unfinished-uploads.rules.ts';
import { createAttachment, type StoredUpload, storeUpload } from './uploads.actions.ts';

const ID = /^[0-9a-f]{32}$/;
const MAX_SIZE = LIMITS.max_file_upload_size_mib * 1024 * 1024;
const VERSION_HEADER = { 'tus-resumable': '1.0.0' };

type TusRequest = Parameters<NonNullable<TusServer['options']['onUploadCreate']>>[0];
type Upload = Awaited<ReturnType<FileStore['getUpload']>>;
/** Tells the library how to respond to the last part. */
type Answer = { status_code: number; headers: Record<string, string>; body: string };

interface Finishing {
  readonly upload: Upload;
  readonly answer: Promise<Answer>;
  /** It is a file now; kept for the library alone. */
  is_finished: boolean;
}

export interface TusServices extends FileServices {
  readonly db: Connection;
  readonly clock: Clock;
  readonly gate: Pick<Gate, 'refresh'>;
  readonly data: string;
  readonly running_uploads: Pick<RunningUploads, 'receive'>;
  report: Report;
}

/** The context of a request while the library processes it. */
interface Call {
  readonly actor: Actor;
  /** The caller's upload at this URL; undefined when one is created. */
  readonly id: string | undefined;
  created: string | undefined;
  failure: unknown;
}

/** Partial files on the local disk. An upload that is being completed cannot be removed. */
class PartialFiles extends FileStore {
  constructor(
    directory: string,
    private readonly gone: (id: string) => Promise<unknown>,
  ) {
    super({ directory, expirationPeriodInMilliseconds: UNFINISHED_MS });
  }

  readonly finishing = new Map<string, Finishing>();

  // After the last part of a creation the library reads the upload again, when the bytes have already been moved.
  override async getUpload(id: string): Promise<Upload> {
    return this.finishing.get(id)?.upload ?? super.getUpload(id);
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    if (!this.finishing.has(id)) return super.write(bytes, id, offset);
    // An empty last part sent twice: the library passes on only bytes that fit.
    for await (const _ of bytes);
    return offset;
  }

  override async remove(id: string): Promise<void> {
    if (this.finishing.has(id)) throw Refused('upload_unknown', {}, NotFound);
    await this.forget(id);
  }

  async forget(id: string): Promise<void> {
    await this.removeFiles(id);
    await this.gone(id);
  }

  /** False once they were moved or removed, by any node. */
  hasBytes(id: string): Promise<boolean> {
    return access(join(this.directory, id)).then(
      () => true,
      () => false,
    );
  }

  /** Removes both files if they exist. */
  async removeFiles(id: string): Promise<void> {
    await rm(join(this.directory, id), { force: true });
    await rm(join(this.directory, `${id}.json`), { force: true });
  }

  override async deleteExpired(): Promise<number> {
    const earliest = Date.now() - UNFINISHED_MS;
    const ids = new Set((await readdir(this.directory)).map((name) => name.replace(/\.json$/, '')));
    let count = 0;
    for (const id of ids) {
      if (!ID.test(id) || this.finishing.has(id) || (await this.beganAt(id)) >= earliest) continue;
      await this.forget(id);
      count += 1;
    }
    return count;
  }

  /** When its last part was written, if it has no description that can be read. [UP832] */
  private async beganAt(id: string): Promise<number> {
    const info = await this.configstore.get(id);
    const at = Date.parse(info?.creation_date ?? '');
    if (!Number.isNaN(at)) return at;
    const paths = [id, `${id}.json`].map((name) => join(this.directory, name));
    // It may end meanwhile.
    const files = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
    return Math.max(...files.map((file) => file?.mtimeMs ?? 0));
  }
}

export class Resumable {
  private readonly calls = new WeakMap<object, Call>();
  private readonly store: PartialFiles;
  private readonly server: TusServer;

  constructor(private readonly parts: TusServices) {
    const directory = join(parts.data, UNFINISHED);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.store = new PartialFiles(directory, (id) => parts.writer.write(null, ({ tx }) => endUnfinished(tx, id)));
    this.server = new TusServer({
      path: TUS_PATH,
      datastore: this.store,
      relativeLocation: true,
      respectForwardedHeaders: false,
      maxSize: MAX_SIZE,
      allowedOrigins: () => false,
      // The URL is parsed only in `callOf`, where the owner is checked. [UP21]
      getFileIdFromRequest: (request) => this.calls.get(request)?.id,
      onUploadCreate: (request, upload) => this.begin(request, upload as Upload),
      onUploadFinish: (request, upload) => this.finished(request, upload as Upload),
      onResponseError: (request, error) => {
        const call = this.calls.get(request);
        if (call) call.failure = error;
        return undefined;
      },
    });
  }

  /** Removes abandoned uploads. */
  async expire(): Promise<void> {
    await this.store.deleteExpired();
    await forgetLostUploads(this.parts.writer, Date.now());
  }

  async handle(context: RawContext): Promise<Response> {
    const response = await this.answer(context).catch((error) =>
      respondError(error, this.parts.report, { request: context.request }),
    );
    for (const [name, value] of Object.entries(VERSION_HEADER)) response.headers.set(name, value);
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  }

  private async answer(context: RawContext): Promise<Response> {
    const { request } = context;
    const call = await this.callOf(context);
    this.calls.set(request, call);
    const answer = () => this.server.handleWeb(request);
    const response = await (request.body ? this.parts.running_uploads.receive(call.actor, request, answer) : answer());
    if (response.status < 400) return response;
    // Nobody received its URL, so nobody can continue it.
    if (call.created !== undefined) await this.store.forget(call.created);
    const failure = failureOf(call.failure ?? { status_code: response.status, body: await response.text() });
    if (failure instanceof ApiError || call.id === undefined || (await this.store.hasBytes(call.id))) throw failure;
    // Another node completed or removed it meanwhile.
    throw Refused('upload_unknown', {}, NotFound);
  }

  /** The only place that decides which upload a request concerns and who owns it. [UP21] */
  private async callOf({ request, actor, tail, realm }: RawContext): Promise<Call> {
    const { method, headers } = request;
    // Access was checked for the actual method, so a method override header is refused.
    if (headers.has('x-http-method-override')) throw BadRequest('X-HTTP-Method-Override is not supported');
    const call = { actor: actor!, id: undefined, created: undefined, failure: undefined };
    if (method === 'OPTIONS') return call;
    if (method === 'POST') {
      if (tail !== '')
        throw MethodNotAllowed('Method not allowed: use HEAD or PATCH or DELETE', {
          allowed_methods: ['HEAD', 'PATCH', 'DELETE'],
        });
      return call;
    }
    const owner = ID.test(tail) ? await this.ownerOf(tail) : null;
    if (owner !== `${realm.realm_id}:${actor!.user_id}`) throw Refused('upload_unknown', {}, NotFound);
    return { ...call, id: tail };
  }

  /** The owner of an unfinished upload; null if it does not exist. */
  private async ownerOf(id: string): Promise<string | null> {
    if (this.store.finishing.get(id)?.is_finished) return null;
    try {
      return (await this.store.getUpload(id)).metadata?.owner ?? null;
    } catch {
      return null;
    }
  }

  private async begin(request: TusRequest, upload: Upload) {
    const { id, size = 0, metadata } = upload;
    const call = this.calls.get(request)!;
    const { user_id, realm } = call.actor;
    // An upload without a declared length counts with the maximum.
    await beginUnfinished(this.parts.writer, call.actor, id, upload.sizeIsDeferred ? MAX_SIZE : size);
    call.created = id;
    const { filename = null, filetype = null } = metadata ?? {};
    return { metadata: { filename, filetype, owner: `${realm.realm_id}:${user_id}` } };
  }

  /** A request that also created the upload gets 201, to which the library adds the location that clients of the protocol need. */
  private async finished(request: TusRequest, upload: Upload): Promise<Answer> {
    const answer = await this.finishOnce(request, upload);
    return request.method === 'POST' ? { ...answer, status_code: 201 } : answer;
  }

  /** Two concurrent last parts, the second of them empty, make one file and get one response. [UP22] */
  private async finishOnce(request: TusRequest, upload: Upload): Promise<Answer> {
    const { finishing } = this.store;
    const { id } = upload;
    const running = finishing.get(id);
    if (running) return running.answer;
    const answer = this.finish(this.calls.get(request)!.actor, upload);
    const entry = { upload, answer, is_finished: false };
    finishing.set(id, entry);
    try {
      const finished = await answer;
      entry.is_finished = true;
      // The library reads the upload once more in the same turn as it gets this response.
      setTimeout(() => finishing.delete(id));
      return finished;
    } catch (error) {
      finishing.delete(id);
      throw error;
    }
  }

  /** The file is complete: stores it as an upload and removes the partial one. */
  private async finish(actor: Actor, { id, size = 0, metadata }: Upload): Promise<Answer> {
    const { parts } = this;
    const filename = metadata?.filename ?? '';
    // An empty file may have no bytes on disk to move.
    const path = size === 0 ? parts.incoming.path() : join(this.store.directory, id);
    const arrived = { path, filename, content_type: metadata?.filetype ?? '', size };
    if (size === 0) await writeFile(path, '');
    const stored = await storeUpload(parts, actor, parts.clock.now(), arrived);
    const { path_id, name } = await this.createFile(actor, id, stored).catch(async (error) => {
      // Nobody can continue it if its bytes were moved.
      if (!(await this.store.hasBytes(id))) await this.store.forget(id).catch(parts.report);
      throw error;
    });
    await this.store.removeFiles(id).catch(parts.report);
    const body = JSON.stringify({ result: 'success', msg: '', url: uploadUrl(path_id), filename: name });
    return { status_code: 200, headers: { 'content-type': 'application/json' }, body };
  }

  private createFile(actor: Actor, id: string, stored: StoredUpload) {
    const { writer, gate } = this.parts;
    return writer.write(actor.realm.realm_id, async (context) => {
      // From now on it counts as a file and no longer as unfinished. [UP25]
      if (!(await endUnfinished(context.tx, id))) throw Refused('upload_unknown', {}, NotFound);
      const present = await gate.refresh(context.tx, actor);
      requireTwoFactor({}, present);
      return createAttachment(context, present, stored);
    });
  }
}

/** Errors thrown by the library have a status and a message; anything else is a server error and stays internal. [UP23] */
function failureOf(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const { status_code, body } = error as { status_code?: unknown; body?: unknown };
  if (typeof status_code !== 'number' || typeof body !== 'string') return error;
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return new ApiError('BAD_REQUEST', 409, 'Another request is at work on this');
  if (status_code === 501) return BadRequest(body.trim());
  if (status_code < 400 || status_code >= 500) return new Error(`resumable upload: ${body.trim()}`);
  if (status_code === 404) return Refused('upload_unknown', {}, NotFound);
  return new ApiError('BAD_REQUEST', status_code, body.trim());
}
