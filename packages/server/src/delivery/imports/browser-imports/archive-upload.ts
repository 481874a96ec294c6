// Receives the archive of an import by the tus protocol, resumable. A library speaks the protocol; this file decides access: only
// the owner who created the import, at its one address.
import { mkdirSync } from 'node:fs';
import { ApiError, BadRequest, NotFound, Refused } from '@stoa/contract';
import { FileStore } from '@tus/file-store';
import { Server as TusServer } from '@tus/server';
import type { RawContext } from '../../../kit/http/raw-route.ts';
import { type Report, respondError } from '../../../kit/http/responses/respond.ts';
import type { Writer } from '../../../kit/write/write.ts';
import { planRun } from './runs.actions.ts';
import { findRun } from './runs.queries.ts';
import { UPLOAD_PATH } from './runs.rules.ts';
import type { RunRow } from './runs.tables.ts';

interface UploadParts {
  readonly writer: Writer;
  /** Where archives are. */
  readonly directory: string;
  report: Report;
}

type TusRequest = Parameters<NonNullable<TusServer['options']['onUploadCreate']>>[0];

export class ArchiveUpload {
  private readonly rows = new WeakMap<object, RunRow>();
  private readonly server: TusServer;

  constructor(private readonly parts: UploadParts) {
    mkdirSync(parts.directory, { recursive: true, mode: 0o700 });
    this.server = new TusServer({
      path: UPLOAD_PATH,
      datastore: new FileStore({ directory: parts.directory }),
      relativeLocation: true,
      respectForwardedHeaders: false,
      allowedOrigins: () => false,
      namingFunction: (request) => this.rowOf(request).upload_id,
      getFileIdFromRequest: (request) => this.rows.get(request)?.upload_id,
      onUploadFinish: async (request) => {
        const row = this.rowOf(request);
        await parts.writer.write(row.realm_id, (context) => planRun(context, row));
        return {};
      },
    });
  }

  async handle(context: RawContext): Promise<Response> {
    const { request } = context;
    const response = await this.answer(context).catch((error) => respondError(error, this.parts.report, { request }));
    response.headers.set('tus-resumable', '1.0.0');
    response.headers.set('x-content-type-options', 'nosniff');
    return response;
  }

  private async answer({ db, request, actor, realm, tail }: RawContext): Promise<Response> {
    if (request.headers.has('x-http-method-override')) throw Refused('upload_unknown', {}, NotFound);
    const row = await findRun(db, realm.realm_id);
    const is_own = row?.stage === 'uploading' && row.acting_user_id === actor!.user_id;
    if (!is_own || (request.method === 'POST' ? tail !== '' : tail !== row.upload_id))
      throw Refused('upload_unknown', {}, NotFound);
    if (request.method === 'POST' && Number(request.headers.get('upload-length')) !== row.size)
      throw BadRequest('The archive has another size than the import');
    this.rows.set(request, row);
    const response = await this.server.handleWeb(request);
    if (response.status < 400) return response;
    const reason = (await response.text()).trim();
    if (response.status >= 500) throw new Error(`archive upload: ${reason}`);
    throw new ApiError('BAD_REQUEST', response.status, reason);
  }

  private rowOf(request: TusRequest): RunRow {
    return this.rows.get(request)!;
  }
}
