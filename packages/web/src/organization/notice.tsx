// Says to whoever can't change the organization that others can.
import { useAppState } from '../app/context.ts';
import { t } from '../text/text.ts';

export function ReadOnlyNotice() {
  const is_admin = useAppState((state) => state.is_admin);
  return is_admin ? null : <p className="quiet">{t('org_read_only')}</p>;
}
