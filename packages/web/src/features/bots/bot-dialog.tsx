// One bot, for who manages it: name, picture, key, what it calls, where it sends, whose it is, whether it works. [WB56]
import * as Ariakit from '@ariakit/react';
import { BOT_TYPE, type Bot, ROLE, SERVICE_INTERFACE } from '@stoa/contract';
import { isPayloadUrl } from '@stoa/contract/url-rules';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { refusalText } from '../../base/text/failures.ts';
import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { ChoiceRow, SettingGroup, TextRow, ToggleRow } from '../../base/ui/controls.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { notify } from '../../base/ui/notices.ts';
import { ChannelRow } from '../../domain/channels/channel-row.tsx';
import { PersonField } from '../../domain/groups/person-field.tsx';
import { roleName, rolesToGive } from '../../domain/people/roles.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson, type Person } from '../../model/state/state.ts';
import { shortNameOf } from './bot-facts.ts';
import { BotKey } from './bot-key.tsx';
import { BotPicture } from './bot-picture.tsx';
import { useBotChannels } from './channel-choices.ts';
import { useBotKey } from './use-bot-key.ts';
import { WebhookUrl } from './webhook-url.tsx';

const MAX_NAME_LENGTH = 100;

export function BotDialog({ user_id, close }: { user_id: number; close(): void }) {
  const person = useAppState((state) => findPerson(state, user_id));
  const bot = useAppState(({ realm_bots }) => realm_bots.find((bot) => bot.user_id === user_id));
  // Given to somebody else, it is no longer the reader's to manage.
  if (!person || !bot) return null;
  return (
    <Dialog title={t('manage_title', { name: person.full_name })} wide onClose={close}>
      <div className="manage">
        {person.is_active && (
          <>
            <About person={person} />
            <Credentials person={person} />
            <Services person={person} bot={bot} />
            {person.bot_type !== BOT_TYPE.incoming_webhook && <Channels person={person} bot={bot} />}
          </>
        )}
        <Access person={person} />
      </div>
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('close')}</Ariakit.DialogDismiss>
      </div>
    </Dialog>
  );
}

function About({ person }: { person: Person }) {
  const engine = useEngine();
  const { client } = engine;
  const bot_id = person.user_id;
  const is_admin = useAppState((state) => state.is_admin);
  const is_owner = useAppState((state) => state.is_owner);
  const owner = useAppState((state) => (person.bot_owner_id === null ? null : findPerson(state, person.bot_owner_id)));
  const domain = useAppState(({ realm_bot_domain }) => realm_bot_domain);
  // [BO19]
  const roles = rolesToGive({ is_owner }).filter(([role]) => !owner || role >= owner.role);
  const nameOf = (id: number) => findPerson(engine.state.get(), id)?.full_name ?? t('unknown_person');
  const fixed = !is_admin || !roles.some(([role]) => role === person.role);
  return (
    <SettingGroup title={t('group_about')}>
      <BotPicture bot={person} />
      <TextRow
        label={t('full_name')}
        value={person.full_name}
        max_length={MAX_NAME_LENGTH}
        save={(full_name) => client.updateBot({ bot_id, full_name })}
      />
      <TextRow
        label={t('bot_short_name')}
        hint={t('bot_address_hint', { address: person.email || `…-bot@${domain}` })}
        value={shortNameOf(person.email)}
        save={(short_name) => client.updateBot({ bot_id, short_name })}
      />
      {is_admin && (
        <ChoiceRow
          label={t('role')}
          value={person.role}
          disabled={fixed}
          choices={fixed ? [[person.role, roleName(person.role)]] : roles}
          save={(role) => client.updateBot({ bot_id, role })}
        />
      )}
      <div className="setting">
        <PersonField
          label={t('bot_owner_is', { name: owner?.full_name ?? t('unknown_person') })}
          without={(id) => id === person.bot_owner_id || findPerson(engine.state.get(), id)?.role === ROLE.guest}
          choose={(id) =>
            void attemptOnce(`offer ${bot_id} ${id}`, async () => {
              const { offered_to } = await client.updateBot({ bot_id, bot_owner_id: id as typeof bot_id });
              if (offered_to !== null) notify(t('bot_offer_made', { name: nameOf(offered_to) }));
            })
          }
        />
      </div>
    </SettingGroup>
  );
}

/** A bot's key, and the URL that contains it. */
function Credentials({ person }: { person: Person }) {
  const known = useBotKey(person);
  return (
    <>
      <BotKey bot={person} known={known} />
      {person.bot_type === BOT_TYPE.incoming_webhook && <WebhookUrl known={known} />}
    </>
  );
}

/** The addresses that an outgoing webhook calls, and the token by which they recognize it. */
function Services({ person, bot }: { person: Person; bot: Bot }) {
  const { client } = useEngine();
  const bot_id = person.user_id;
  const service = bot.services.find((service) => 'base_url' in service);
  if (!service || !('base_url' in service)) return null;
  const { base_url, interface: service_interface, token } = service;
  return (
    <SettingGroup title={t('bot_outgoing')}>
      <TextRow
        label={t('bot_url')}
        value={base_url}
        check={(text) => (isPayloadUrl(text) ? null : refusalText('bot_url'))}
        save={(service_payload_url) => client.updateBot({ bot_id, service_payload_url, service_interface })}
      />
      <ChoiceRow
        label={t('bot_interface')}
        value={service_interface}
        choices={[
          [SERVICE_INTERFACE.generic, t('bot_interface_generic')],
          [SERVICE_INTERFACE.slack, t('bot_interface_slack')],
        ]}
        save={(next) => client.updateBot({ bot_id, service_payload_url: base_url, service_interface: next })}
      />
      <div className="setting">
        <span className="setting-label">{t('bot_token')}</span>
        <CopyLine label={t('bot_token')} text={token} action={t('bot_copy_token')} />
        <p className="setting-hint quiet">{t('bot_token_hint')}</p>
      </div>
    </SettingGroup>
  );
}

function Channels({ person, bot }: { person: Person; bot: Bot }) {
  const { client } = useEngine();
  const bot_id = person.user_id;
  const { channels, idOf, nameOf } = useBotChannels();
  const sends = bot.default_sending_stream;
  const listens = bot.default_events_register_stream;
  return (
    <SettingGroup title={t('channels')}>
      <ChannelRow
        label={t('bot_sends_to')}
        hint={t('bot_sends_to_hint')}
        value={idOf(sends)}
        channels={channels}
        none={t('no_channel_chosen')}
        // Shown even if the reader can't see the channel; otherwise it would be changed unseen.
        unknown={sends ?? ''}
        save={(id) => client.updateBot({ bot_id, default_sending_stream: nameOf(id) })}
      />
      <ChannelRow
        label={t('bot_listens_to')}
        hint={t('bot_listens_to_hint')}
        value={idOf(listens)}
        channels={channels}
        none={t('no_channel_chosen')}
        unknown={listens ?? ''}
        save={(id) => client.updateBot({ bot_id, default_events_register_stream: nameOf(id) })}
      />
      <ToggleRow
        label={t('bot_all_public')}
        value={bot.default_all_public_streams}
        save={(default_all_public_streams) => client.updateBot({ bot_id, default_all_public_streams })}
      />
    </SettingGroup>
  );
}

function Access({ person }: { person: Person }) {
  const { client } = useEngine();
  const bot_id = person.user_id;
  const is_admin = useAppState((state) => state.is_admin);
  const [confirming, setConfirming] = useState(false);
  if (!person.is_active)
    return (
      <div className="setting">
        <p className="quiet">{t(is_admin ? 'bot_deactivated_lead' : 'bot_deactivated_ask')}</p>
        {is_admin && (
          <div className="setting-actions">
            <button
              type="button"
              className="button"
              onClick={() => void attemptOnce(`reactivate ${bot_id}`, () => client.reactivateUser({ user_id: bot_id }))}
            >
              {t('reactivate_bot')}
            </button>
          </div>
        )}
      </div>
    );
  return (
    <div className="setting-actions">
      <button type="button" className="button danger" onClick={() => setConfirming(true)}>
        {t('deactivate_bot')}
      </button>
      {confirming && (
        <ConfirmDialog
          title={t('deactivate_title', { name: person.full_name })}
          lead={t('deactivate_bot_lead')}
          action={t('deactivate_bot')}
          confirm={() => void attempt(() => client.deactivateBot({ bot_id }))}
          close={() => setConfirming(false)}
        />
      )}
    </div>
  );
}
