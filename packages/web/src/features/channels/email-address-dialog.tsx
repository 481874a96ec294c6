// An email address of a channel with what is chosen: whom its messages come from, and what of a mail becomes the message. [IC17]
import * as Ariakit from '@ariakit/react';
import type { UserId } from '@stoa/contract';
import { MAIL_OPTIONS, type MailOption, withMailOptions } from '@stoa/contract/mail-options';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { Check } from '../../base/ui/check.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { type KnownChannel, type State, shownPeople } from '../../model/state/state.ts';
import { useEmailAddress } from './use-email-address.ts';

const OPTION_LABELS: Readonly<Record<MailOption, TextKey>> = {
  'show-sender': 'channel_email_shows_sender',
  'include-quotes': 'channel_email_keeps_quotes',
  'include-footers': 'channel_email_keeps_footers',
  'prefer-html': 'channel_email_prefers_html',
};
const OPTIONS = Object.keys(MAIL_OPTIONS) as MailOption[];

/** The organization's bot, the reader, and the reader's bots. */
function sendersOf(state: State): (readonly [UserId | null, string])[] {
  const { user_id, full_name, realm_users, cross_realm_bots } = state;
  const bots = shownPeople(realm_users).filter((user) => user.bot_owner_id === user_id);
  return [
    ...cross_realm_bots.slice(0, 1).map((bot) => [null, bot.full_name] as const),
    [user_id, t('you', { name: full_name })],
    ...bots
      .toSorted((a, b) => a.full_name.localeCompare(b.full_name))
      .map((bot) => [bot.user_id, bot.full_name] as const),
  ];
}

export function EmailAddressDialog({ channel, close }: { channel: KnownChannel; close(): void }) {
  const state = useAppState((all) => all);
  const [sender_id, setSender] = useState<UserId | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<MailOption>>(new Set());
  const { email: address, refusal } = useEmailAddress(channel.stream_id, sender_id);
  const change = (option: MailOption, value: boolean) => {
    const next = new Set(chosen);
    if (value) next.add(option);
    else next.delete(option);
    setChosen(next);
  };
  const options = OPTIONS.filter((option) => chosen.has(option));
  return (
    <Dialog title={t('channel_email_title', { channel: channel.name })} wide onClose={close}>
      <div className="form-dialog">
        <p className="quiet">{t('channel_email_secret')}</p>
        <LabelledSelect
          label={t('channel_email_sender')}
          value={sender_id}
          choices={sendersOf(state)}
          change={setSender}
        />
        <fieldset className="choices">
          <legend>{t('channel_email_options')}</legend>
          {OPTIONS.map((option) => (
            <Check
              key={option}
              label={t(OPTION_LABELS[option])}
              value={chosen.has(option)}
              change={(value) => change(option, value)}
            />
          ))}
        </fieldset>
        {address === '' ? (
          <p role="alert">{refusal ?? t('channel_email_gone')}</p>
        ) : (
          <CopyLine
            label={t('channel_email')}
            text={address === null ? '' : withMailOptions(address, options)}
            action={t('channel_email_copy')}
            primary
          />
        )}
      </div>
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('close')}</Ariakit.DialogDismiss>
      </div>
    </Dialog>
  );
}
