// Addresses that open the client for something: the app's shortcuts, and what another app shares. [WB140] [WB143]
import { takeShared } from '../model/session/shared-content.ts';
import { composeRequest, focusSearch } from '../model/state/screen.ts';

export async function launch(hash: string): Promise<void> {
  if (hash === '#find') return focusSearch();
  const shared = hash === '#share' ? await takeShared().catch(() => null) : null;
  if (hash === '#share' && !shared) return;
  const { text = '', files } = shared ?? {};
  composeRequest.set({ view: { kind: 'direct', user_ids: [] }, insert: text, files, choose: true });
}
