// Open invitations by email and link: created, copied, resent and revoked. [WB57]
import { holdsRealmPermission, type Invitation } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { copyText } from '../../base/ui/copy-text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import { NotLoaded } from '../../base/ui/not-loaded.tsx';
import { notify } from '../../base/ui/notices.ts';
import { People } from '../../domain/people/profile-value.tsx';
import { roleName } from '../../domain/people/roles.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { useGuardedList } from '../../model/engine/use-guarded-list.ts';
import { useSendsMail } from '../../model/session/use-sends-mail.ts';
import { expiryText, explained } from './invitation-facts.ts';
import { type InvitationKind, NewInvitation } from './new-invitation.tsx';

/** Those the reader may see, the newest first. */
async function fetchInvitations(client: Client): Promise<readonly Invitation[]> {
  const { invites } = await client.getInvites({});
  return [...invites].sort((a, b) => b.invited - a.invited || b.id - a.id);
}

export function Invitations() {
  const { invites_changed } = useEngine();
  const { known: invites, error, again } = useGuardedList(fetchInvitations, invites_changed);
  const sends_mail = useSendsMail();
  const may_invite = useAppState(({ can_invite_others_to_realm }) => can_invite_others_to_realm);
  const may_mail = may_invite && sends_mail === true;
  const may_link = useAppState((state) => holdsRealmPermission(state, 'create_multiuse_invite_group'));
  const [making, setMaking] = useState<InvitationKind | null>(null);
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <div className="setting-actions">
        {may_mail && (
          <button type="button" className="button primary" onClick={() => setMaking('mail')}>
            <Icon name="send" size={16} /> {t('invite_by_mail')}
          </button>
        )}
        {may_link && (
          <button type="button" className={may_mail ? 'button' : 'button primary'} onClick={() => setMaking('link')}>
            <Icon name="link" size={16} /> {t('invite_by_link')}
          </button>
        )}
      </div>
      {!may_invite && !may_link && <p className="notice-box">{t('no_inviting')}</p>}
      {may_invite && sends_mail === false && <p className="quiet">{t('no_mail_inviting')}</p>}
      <div role="status">
        {made !== null && (
          <div className="setting">
            <p>{t('link_made')}</p>
            <CopyLine label={t('invitation_link')} text={made} action={t('copy_link')} />
          </div>
        )}
      </div>
      {error !== null ? (
        <NotLoaded error={error} again={again} />
      ) : invites === null ? (
        <p className="quiet">{t('loading')}</p>
      ) : invites.length === 0 ? (
        <p className="quiet">{t('no_invitations')}</p>
      ) : (
        <ul className="roster framed">
          {invites.map((invite) => (
            <InvitationRow
              key={`${invite.is_multiuse} ${invite.id}`}
              invite={invite}
              sends_mail={sends_mail === true}
            />
          ))}
        </ul>
      )}
      {making !== null && <NewInvitation kind={making} close={() => setMaking(null)} made={setMade} />}
    </>
  );
}

function InvitationRow({ invite, sends_mail }: { invite: Invitation; sends_mail: boolean }) {
  const { client } = useEngine();
  const [revoking, setRevoking] = useState(false);
  const { id: invite_id, is_multiuse, link_url } = invite;
  const name = invite.email ?? t('invitation_link');
  const revoke = () =>
    attempt(() => (is_multiuse ? client.revokeMultiuseInvite({ invite_id }) : client.revokeInvite({ invite_id })));
  const resend = async () => {
    const sent = await attemptOnce(`resend ${invite_id}`, async () => {
      try {
        await client.resendInvite({ invite_id });
      } catch (error) {
        throw explained(error);
      }
    });
    if (sent) notify(t('sent_again'));
  };
  return (
    <li className="roster-row">
      <Icon name={is_multiuse ? 'link' : 'person'} />
      <div className="roster-main">
        <p className="roster-line">
          <strong>{name}</strong> <span className="tag">{roleName(invite.invited_as)}</span>
        </p>
        <p className="quiet">{expiryText(invite.expiry_date)}</p>
        <p className="roster-line quiet">
          {t('invited_by')} <People user_ids={[invite.invited_by_user_id]} />
        </p>
      </div>
      <div className="roster-actions">
        {link_url && (
          <button type="button" className="button" onClick={() => void copyText(link_url)}>
            {t('copy_link')}
          </button>
        )}
        {!is_multiuse && sends_mail && (
          <button type="button" className="button" onClick={() => void resend()}>
            {t('send_again')}
            <span className="hidden-text"> {name}</span>
          </button>
        )}
        <button type="button" className="button" onClick={() => setRevoking(true)}>
          {t('revoke')}
          <span className="hidden-text"> {name}</span>
        </button>
      </div>
      {revoking && (
        <ConfirmDialog
          title={t('revoke_title', { name })}
          lead={t(is_multiuse ? 'revoke_link_lead' : 'revoke_mail_lead')}
          action={t('revoke')}
          confirm={() => void revoke()}
          close={() => setRevoking(false)}
        />
      )}
    </li>
  );
}
