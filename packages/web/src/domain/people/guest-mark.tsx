// Marks the name of a guest if the organization wants that. [WB106]
import { ROLE } from '@stoa/contract';
import { t } from '../../base/text/text.ts';
import { useAppState } from '../../model/engine/context.ts';
import { findPerson } from '../../model/state/state.ts';

export function GuestMark({ user_id }: { user_id: number }) {
  const shown = useAppState(
    (state) => state.realm_enable_guest_user_indicator && findPerson(state, user_id)?.role === ROLE.guest,
  );
  return shown ? <span className="tag">{t('guest')}</span> : null;
}
