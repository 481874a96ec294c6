// Composes data exports: the job that creates archives, the endpoints, and the download route.
import { deleteRealmExport, exportRealm, getExportConsents, getRealmExports, type RealmId } from '@stoa/contract';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import type { RawRoute } from '../../kit/http/raw-route.ts';
import { type Route, read, write } from '../../kit/http/route.ts';
import type { ActingHandler } from '../../kit/jobs/jobs.ts';
import { EXPORT_PATH, ExportUrls } from '../../kit/secrets/export-urls.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { PersonalField } from '../../slice/tables.ts';
import { findExportScope } from './export-scope.queries.ts';
import { deleteExport, EXPORT_JOB, failExport, finishExport, requestExport } from './exports.actions.ts';
import { type ExportRow, findConsents, findExportRow, findExports, isPending } from './exports.queries.ts';
import { fillArchive } from './fill-archive.ts';
import { serveArchive, storeArchive } from './stored-archives.actions.ts';

/** A large archive takes hours. After this time another node may retry. */
const CLAIM_MS = 6 * 60 * 60_000;
const ATTEMPTS = 5;

interface ExportModuleServices {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: FileServices;
  readonly secret: string;
  readonly fields: readonly PersonalField[];
}

export interface Exports {
  readonly routes: Route[];
  readonly raw: RawRoute[];
  readonly job_handler: ActingHandler;
  /** Abandons the archive being created; the next start begins it again. */
  stop(): void;
}

export function openExports({ store: { db }, clock, files, secret, fields }: ExportModuleServices): Exports {
  const urls = new ExportUrls(secret);
  let stopped = false;
  const checkStopped = () => {
    if (stopped) throw new Error('the server stops');
  };

  const make = async (realm_id: RealmId, row: ExportRow) => {
    const realm = await getRealm(db, realm_id);
    const scope = await findExportScope(db, realm, row.export_type);
    const stored = await storeArchive({ files, clock }, realm_id, (archive) =>
      fillArchive({ db, files: files.files, fields, checkStopped }, archive, realm, row, scope),
    );
    return { export_id: row.id, ...stored };
  };

  const idOf = ({ body }: { body: Record<string, unknown> }) => body.export_id as number;
  return {
    routes: [
      read(getRealmExports, async ({ db, realm, now }) => ({
        exports: await findExports(db, realm.realm_id, urls, now),
      })),
      write(exportRealm, async (context, { export_type }) => ({
        id: await requestExport(context, context.actor, export_type, urls),
      })),
      write(deleteRealmExport, async (context, { export_id }) => {
        await deleteExport(context, context.realm.realm_id, export_id, urls);
        return {};
      }),
      read(getExportConsents, async ({ db, realm }) => ({
        export_consents: await findConsents(db, realm.realm_id),
      })),
    ],
    raw: [
      {
        methods: ['GET', 'HEAD'],
        path: `${EXPORT_PATH}*`,
        access: 'public',
        async handle({ db, realm, now, request, tail }) {
          const id = urls.idOf(tail, now);
          const row = id === null ? null : await findExportRow(db, realm.realm_id, id);
          return serveArchive(files, request, row);
        },
      },
    ],
    job_handler: {
      kind: EXPORT_JOB,
      attempts: ATTEMPTS,
      claim_ms: CLAIM_MS,
      concurrency: 1,
      async act(job) {
        const row = await findExportRow(db, job.realm_id, idOf(job));
        if (!row || !isPending(row)) return undefined;
        const made = await make(job.realm_id, row);
        return (context) => finishExport(context, job.realm_id, made, urls);
      },
      givenUp: (context, job) => failExport(context, job.realm_id, idOf(job), urls),
    },
    stop() {
      stopped = true;
    },
  };
}
