// The endpoints of imports in the browser.
import {
  beginArchiveImport,
  discardArchiveImport,
  getArchiveImport,
  startArchiveImport,
  undoArchiveImport,
} from '@stoa/contract';
import { type Route, read, write } from '../../../kit/http/route.ts';
import { findImportInto } from '../import-ids.actions.ts';
import { beginRun, discardRun, startRun, undoRun } from './runs.actions.ts';
import { findRun, presentRun } from './runs.queries.ts';
import { commandOf, UPLOAD_PATH } from './runs.rules.ts';

export const runsRoutes: readonly Route[] = [
  read(getArchiveImport, async ({ db, realm }) => {
    const row = await findRun(db, realm.realm_id);
    return { import: row && presentRun(row), command: commandOf(row, await findImportInto(db, realm.realm_id)) };
  }),
  write(beginArchiveImport, async (context, begun) => {
    await beginRun(context, context.actor, begun);
    return { upload_url: UPLOAD_PATH };
  }),
  write(startArchiveImport, async (context) => {
    await startRun(context, context.actor);
    return {};
  }),
  write(undoArchiveImport, async (context) => {
    await undoRun(context, context.actor);
    return {};
  }),
  write(discardArchiveImport, async (context) => {
    await discardRun(context, context.actor);
    return {};
  }),
];
