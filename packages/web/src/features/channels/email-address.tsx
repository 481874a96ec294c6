// The email address of a channel, for who may post there, if the server receives mail. [IC17]
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { lazyDialog } from '../../base/ui/lazy-dialog.tsx';
import type { KnownChannel } from '../../model/state/state.ts';
import { useEmailAddress } from './use-email-address.ts';

const EmailAddressDialog = lazyDialog(async () => (await import('./email-address-dialog.tsx')).EmailAddressDialog);

export function EmailAddress({ channel }: { channel: KnownChannel }) {
  const [is_open, setOpen] = useState(false);
  const { email } = useEmailAddress(channel.stream_id, null);
  const close = () => setOpen(false);
  if (!email) return null;
  return (
    <SettingGroup title={t('channel_email')}>
      <div className="setting">
        <p className="quiet">{t('channel_email_lead')}</p>
        <div className="setting-actions">
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {t('channel_email_show')}
          </button>
        </div>
      </div>
      {is_open && <EmailAddressDialog channel={channel} close={close} abandon={close} />}
    </SettingGroup>
  );
}
