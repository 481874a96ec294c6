// Marks everything as read, from the views of all conversations: after holidays nobody opens eighty topics one by one.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { Check } from '../../base/ui/check.tsx';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { markNarrow } from '../../domain/channels/channel-actions.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { unreadCounts } from '../../model/state/unread.ts';

/** All but what was written to the reader. */
const TO_NOBODY = [
  { operator: 'is', operand: 'dm', negated: true },
  { operator: 'is', operand: 'mentioned', negated: true },
];

export function MarkAllRead() {
  const [open, setOpen] = useState(false);
  const any = useAppState((state) => unreadCounts(state).conversations.length > 0);
  return (
    <>
      {any && (
        <button type="button" className="compose-start mark-all" onClick={() => setOpen(true)}>
          <Icon name="check" size={16} /> <span>{t('mark_everything_read')}</span>
        </button>
      )}
      {open && <MarkAllDialog close={() => setOpen(false)} />}
    </>
  );
}

function MarkAllDialog({ close }: { close(): void }) {
  const engine = useEngine();
  const [keep, setKeep] = useState(false);
  const { conversations } = useAppState(unreadCounts);
  const mentions = useAppState(({ unread_msgs }) => unread_msgs.mentions);
  const personal = new Set<number>(mentions);
  for (const { view, ids } of conversations) if (view.kind === 'direct') for (const id of ids) personal.add(id);
  const all = conversations.reduce((sum, { count }) => sum + count, 0);
  return (
    <FormDialog
      title={t('mark_everything_title')}
      action={t('mark_all_read')}
      send={() => markNarrow(engine, keep ? TO_NOBODY : [], 'add')}
      close={close}
    >
      <p>{t('mark_everything_lead', { count: keep ? all - personal.size : all })}</p>
      {personal.size > 0 && personal.size < all && (
        <Check label={t('mark_everything_keep')} value={keep} change={setKeep} />
      )}
    </FormDialog>
  );
}
