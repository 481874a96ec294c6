// Shown once after the organization was created: invite others by link or email.
import * as Ariakit from '@ariakit/react';
import { useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { failureText } from '../../base/text/failures.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { useUnsavedInDialog } from '../../base/ui/unsaved.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { explained, notInvited } from '../invitations/invitation-facts.ts';
import { useSending } from './use-sending.ts';

export function FirstSteps({ sends_mail, close }: { sends_mail: boolean; close(): void }) {
  const organization = useAppState(({ realm_name }) => realm_name);
  return (
    <Dialog title={t('first_title', { organization })} onClose={close}>
      <p>{t('first_lead')}</p>
      <InvitationLink />
      {sends_mail && <InvitationMail />}
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('first_done')}</Ariakit.DialogDismiss>
      </div>
    </Dialog>
  );
}

function InvitationLink() {
  const { client } = useEngine();
  const [link, setLink] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    await attempt(async () => {
      const { invite_link } = await client.createMultiuseInvite({ include_realm_default_subscriptions: true });
      setLink(invite_link);
    });
    setBusy(false);
  };
  return (
    <div className="first-step">
      <h2>{t('invitation_link')}</h2>
      <p className="quiet">{t('first_link_lead')}</p>
      {link === null ? (
        <button type="button" className="button primary" disabled={busy} onClick={() => void make()}>
          {t('invite_by_link')}
        </button>
      ) : (
        <CopyLine label={t('invitation_link')} text={link} action={t('copy_link')} primary takes_focus />
      )}
    </div>
  );
}

function InvitationMail() {
  const { client } = useEngine();
  const [addresses, setAddresses] = useState('');
  const [sent, setSent] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, problem, send, finish } = useSending((error) => {
    setAddresses((written) => notInvited(error) ?? written);
    return failureText(explained(error));
  });
  useUnsavedInDialog(addresses, setAddresses);
  const invite = () =>
    send(async () => {
      await client.sendInvites({
        invitee_emails: addresses,
        stream_ids: [],
        include_realm_default_subscriptions: true,
      });
      setAddresses('');
      setSent(true);
      finish();
      field.current?.focus();
    });
  return (
    <form
      className="first-step"
      onSubmit={(event) => {
        event.preventDefault();
        if (addresses.trim() !== '') void invite();
      }}
    >
      <label className="labelled">
        {t('invite_by_mail')}
        <textarea
          ref={field}
          className="field"
          rows={3}
          value={addresses}
          placeholder="bela@example.com, chen@example.com"
          onChange={({ target }) => {
            setAddresses(target.value);
            setSent(false);
          }}
        />
      </label>
      <p className="problem" role="alert">
        {problem}
      </p>
      <p role="status">{sent && t('first_sent')}</p>
      <button type="submit" className="button" disabled={busy || addresses.trim() === ''}>
        {t('send_invitations')}
      </button>
    </form>
  );
}
