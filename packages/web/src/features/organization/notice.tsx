// Tells readers without permission that they can't change the organization.

import { t } from '../../base/text/all-texts.ts';
import { useAppState } from '../../model/engine/context.ts';

export function ReadOnlyNotice() {
  const is_admin = useAppState((state) => state.is_admin);
  return is_admin ? null : <p className="quiet">{t('org_read_only')}</p>;
}
