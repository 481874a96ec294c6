// Creates a bot: its name, its type, the URL it calls, the channel it sends to.
import { BOT_TYPE, SERVICE_INTERFACE } from '@stoa/contract';
import { isPayloadUrl } from '@stoa/contract/url-rules';
import { useId, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { refusalText } from '../../base/text/failures.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { FileField } from '../../base/ui/file-field.tsx';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { Select } from '../../base/ui/select.tsx';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { PICTURES } from '../../domain/people/avatar-file.ts';
import { botTypeName } from '../../domain/people/roles.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { suggestShortName, typesToMake } from './bot-facts.ts';
import { useBotChannels } from './channel-choices.ts';

/** The refusals that are about the name, the address and the URL. */
const NAME = /^(bot_name_taken$|name_)/;
const SHORT_NAME = /^(bot_username$|email_)/;
const PAYLOAD_URL = /^bot_url$/;

export function NewBotDialog({ close, made }: { close(): void; made(user_id: number): void }) {
  const { client } = useEngine();
  const types = useAppState((state) => typesToMake(state).join())
    .split(',')
    .map(Number);
  const domain = useAppState(({ realm_bot_domain }) => realm_bot_domain);
  const { channels, nameOf } = useBotChannels();
  const [full_name, setName] = useState('');
  const [written, setShortName] = useState<string | null>(null);
  const [bot_type, setType] = useState(types[0]!);
  const [payload_url, setUrl] = useState('');
  const [interface_type, setInterface] = useState<number>(SERVICE_INTERFACE.generic);
  const [channel, setChannel] = useState<number | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const short_name = written ?? suggestShortName(full_name);
  const outgoing = bot_type === BOT_TYPE.outgoing_webhook;
  const ready = full_name.trim() !== '' && short_name !== '' && (!outgoing || payload_url !== '');
  const send = async () => {
    const { user_id } = await client.createBot({
      full_name,
      short_name,
      bot_type,
      default_sending_stream: nameOf(channel) || null,
      ...(outgoing ? { payload_url, interface_type } : {}),
    });
    // The bot exists now: if its picture is refused, the notice says why, and another can be chosen later.
    if (file) await attempt(() => client.updateBot({ bot_id: user_id }, { file }));
    made(user_id);
  };
  return (
    <FormDialog title={t('new_bot')} action={t('create_bot')} ready={ready} send={send} close={close}>
      <FormField label={t('full_name')} value={full_name} required refused_for={NAME} change={setName} />
      <FormField
        label={t('bot_short_name')}
        hint={t('bot_address_hint', { address: `${short_name || '…'}-bot@${domain}` })}
        value={short_name}
        required
        code
        refused_for={SHORT_NAME}
        change={setShortName}
      />
      <ChoiceField
        label={t('bot_type')}
        value={bot_type}
        choices={types.map((type) => [type, botTypeName(type)] as const)}
        change={setType}
      />
      <p className="setting-hint quiet">
        {t(outgoing ? 'bot_outgoing_hint' : bot_type === BOT_TYPE.generic ? 'bot_generic_hint' : 'bot_incoming_hint')}
      </p>
      {outgoing && (
        <OutgoingFields
          url={payload_url}
          interface_type={interface_type}
          changeUrl={setUrl}
          changeInterface={setInterface}
        />
      )}
      <ChannelChooser
        label={t('bot_sends_to')}
        channels={channels}
        value={channel}
        none={{ label: t('no_channel_chosen'), icon: 'close' }}
        change={setChannel}
      />
      <FileField label={t('bot_picture')} accept={PICTURES} file={file} choose={setFile} />
    </FormDialog>
  );
}

interface OutgoingProps {
  readonly url: string;
  readonly interface_type: number;
  changeUrl(url: string): void;
  changeInterface(interface_type: number): void;
}

/** Where the messages that mention the bot are sent, and in which form. */
function OutgoingFields({ url, interface_type, changeUrl, changeInterface }: OutgoingProps) {
  return (
    <>
      <FormField
        label={t('bot_url')}
        value={url}
        required
        code
        refused_for={PAYLOAD_URL}
        check={(text) => (isPayloadUrl(text) ? null : refusalText('bot_url'))}
        change={changeUrl}
      />
      <ChoiceField<number>
        label={t('bot_interface')}
        value={interface_type}
        choices={[
          [SERVICE_INTERFACE.generic, t('bot_interface_generic')],
          [SERVICE_INTERFACE.slack, t('bot_interface_slack')],
        ]}
        change={changeInterface}
      />
    </>
  );
}

interface ChoiceFieldProps<Value> {
  readonly label: string;
  readonly value: NoInfer<Value>;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  change(value: NoInfer<Value>): void;
}

function ChoiceField<Value extends string | number>({ label, ...props }: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <div className="setting">
      <label className="setting-label" htmlFor={id}>
        {label}
      </label>
      <Select id={id} {...props} />
    </div>
  );
}
