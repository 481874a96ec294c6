// Composes archives of one person's data and erasures: their jobs, endpoints, and the download route.
import {
  deletePersonalExport,
  eraseOwnUser,
  eraseUser,
  getErasures,
  getPersonalExports,
  type RealmId,
  requestPersonalExport,
  type UserId,
} from '@stoa/contract';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import { PacedWrites } from '../../kit/bulk-writes/paced-writes.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import type { RawRoute } from '../../kit/http/raw-route.ts';
import { type Route, read, write } from '../../kit/http/route.ts';
import { type ActingHandler, PermanentJobFailure } from '../../kit/jobs/jobs.ts';
import { ExportUrls } from '../../kit/secrets/export-urls.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { PersonalField } from '../../slice/tables.ts';
import { serveArchive, storeArchive } from '../exports/stored-archives.actions.ts';
import { ERASURE_JOB, eraseByRequest, eraseOwnAccount } from './erasing.actions.ts';
import type { StepServices } from './erasure-steps.actions.ts';
import { ErasureWrites } from './erasure-writes.ts';
import { fillOwnArchive, type OwnArchiveServices } from './fill-own-archive.ts';
import { countOlderExports, findErasures, findPersonalExport, findPersonalExports } from './personal-data.queries.ts';
import type { PersonalExportRow } from './personal-data.tables.ts';
import {
  deletePersonalExport as deleteExport,
  failPersonalExport,
  finishPersonalExport,
  PERSONAL_EXPORT_JOB,
  recordPercent,
  requestPersonalExport as request,
} from './personal-exports.actions.ts';

/** After this time another node may retry. */
const CLAIM_MS = 2 * 60 * 60_000;
const ATTEMPTS = 5;
/** An erasure works for this long, less than the claim of a job, and then continues as a new job. */
const ERASING_MS = 20_000;
/** Archives that are created at once. */
const CONCURRENCY = 2;
const PATH = '/personal_exports/';

interface PersonalDataServices extends StepServices, Pick<OwnArchiveServices, 'own_rows'> {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: FileServices;
  readonly secret: string;
  readonly fields: readonly PersonalField[];
}

export interface PersonalData {
  readonly routes: Route[];
  readonly raw: RawRoute[];
  readonly jobs: readonly ActingHandler[];
  /** Abandons the archives being created and ends erasures after their current step; the next start continues. */
  stop(): void;
}

export function openPersonalData(services: PersonalDataServices): PersonalData {
  const { store, files } = services;
  const urls = new ExportUrls(services.secret, PATH);
  const maker = new ArchiveMaker(services);
  const erasing = new PacedWrites(services.clock);
  const idOf = ({ body }: { body: Record<string, unknown> }) => body.export_id as number;
  return {
    routes: routes(urls),
    raw: [
      {
        methods: ['GET', 'HEAD'],
        path: `${PATH}*`,
        access: 'public',
        async handle({ db, realm, now, request: received, tail }) {
          const id = urls.idOf(tail, now);
          const row = id === null ? null : await findPersonalExport(db, realm.realm_id, id);
          return serveArchive(files, received, row);
        },
      },
    ],
    jobs: [
      {
        kind: PERSONAL_EXPORT_JOB,
        attempts: ATTEMPTS,
        claim_ms: CLAIM_MS,
        concurrency: CONCURRENCY,
        async act(job) {
          const row = await findPersonalExport(store.db, job.realm_id, idOf(job));
          if (!row || row.finished_at !== null || row.failed_at !== null) return undefined;
          const result = await maker.make(job.realm_id, row);
          return (context) => finishPersonalExport(context, job.realm_id, result);
        },
        givenUp: (context, job) => failPersonalExport(context, job.realm_id, idOf(job)),
      },
      {
        kind: ERASURE_JOB,
        concurrency: 1,
        async act({ realm_id, body }) {
          const user_id = body.user_id as UserId;
          const writes = new ErasureWrites(files.writer, services.clock, services);
          const step = () => writes.next(realm_id, user_id);
          if (await erasing.repeat(step, ERASING_MS)) return undefined;
          return async (context) => context.enqueue({ kind: ERASURE_JOB, body: { user_id } });
        },
      },
    ],
    stop() {
      maker.stop();
      erasing.stop();
    },
  };
}

function routes(urls: ExportUrls): Route[] {
  return [
    write(requestPersonalExport, async (context, { user_id }) => ({
      id: await request(context, context.actor, user_id),
    })),
    read(getPersonalExports, async ({ db, actor, realm, now }) => ({
      exports: await findPersonalExports(db, realm, actor.user_id, urls, now),
    })),
    write(deletePersonalExport, async (context, { export_id }) => {
      await deleteExport(context, context.actor, export_id);
      return {};
    }),
    write(eraseUser, async (context, params) => {
      await eraseByRequest(context, context.actor, params);
      return {};
    }),
    write(eraseOwnUser, async (context, { messages }) => {
      await eraseOwnAccount(context, context.actor, messages);
      return {};
    }),
    read(getErasures, async ({ db, realm }) => ({
      erasures: await findErasures(db, realm.realm_id),
      older_exports: await countOlderExports(db, realm.realm_id),
    })),
  ];
}

class ArchiveMaker {
  private stopped = false;

  constructor(private readonly services: PersonalDataServices) {}

  stop(): void {
    this.stopped = true;
  }

  async make(realm_id: RealmId, row: PersonalExportRow) {
    const { store, clock, files, fields, own_rows } = this.services;
    const realm = await getRealm(store.db, realm_id);
    const progress = this.progressOf(realm_id, row);
    const parts = { db: store.db, files: files.files, fields, own_rows, progress };
    const stored = await storeArchive({ files, clock }, realm_id, (archive) =>
      fillOwnArchive(parts, archive, realm, row, clock.now()),
    );
    return { id: row.id, ...stored };
  }

  /** Notes each new percentage, and ends an archive that was deleted meanwhile. */
  private progressOf(realm_id: RealmId, { id }: PersonalExportRow): (percent: number) => Promise<void> {
    const { store, files } = this.services;
    let noted = 0;
    return async (percent) => {
      if (this.stopped) throw new Error('the server stops');
      if (percent <= noted) return;
      noted = percent;
      const row = await findPersonalExport(store.db, realm_id, id);
      if (row === null || row.failed_at !== null) throw new PermanentJobFailure('the export was deleted');
      await files.writer.write(realm_id, (context) => recordPercent(context, id, percent));
    };
  }
}
