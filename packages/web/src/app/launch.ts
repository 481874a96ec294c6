// Addresses that are no view: the app's shortcuts, what another app shares, and addresses that mean nothing. [WB140] [WB143]
import { t } from '../base/text/all-texts.ts';
import { notify } from '../base/ui/notices.ts';
import { takeShared } from '../model/session/shared-content.ts';
import { composeRequest, focusSearch } from '../model/state/screen.ts';

const LAUNCHES = new Set(['#new', '#find', '#share']);

export async function launch(hash: string): Promise<void> {
  if (!LAUNCHES.has(hash)) return notify(t('page_not_found'));
  if (hash === '#find') return focusSearch();
  const shared = hash === '#share' ? await takeShared().catch(() => null) : null;
  if (hash === '#share' && !shared) return;
  const { text = '', files } = shared ?? {};
  composeRequest.set({ view: { kind: 'direct', user_ids: [] }, insert: text, files, choose: true });
}
