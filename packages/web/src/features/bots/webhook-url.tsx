// Makes the URL that a service posts to as an incoming webhook bot. [WB410]
import type { IncomingWebhook } from '@stoa/contract';
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { Check } from '../../base/ui/check.tsx';
import { ChipSelect } from '../../base/ui/chip-select.tsx';
import { SettingGroup } from '../../base/ui/controls.tsx';
import { CopyLine } from '../../base/ui/copy-line.tsx';
import { FormField } from '../../base/ui/form-dialog.tsx';
import { LabelledSelect } from '../../base/ui/select.tsx';
import { ChannelChooser } from '../../domain/channels/channel-chooser.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { useBotChannels } from './channel-choices.ts';
import type { BotKeyInUse } from './use-bot-key.ts';
import { isSwitch, type OptionValues, optionValue, webhookAddress } from './webhook-address.ts';

/** The integrations, by the names that people read; empty until they are fetched. Few readers need them, so register does not fetch them. */
function useIntegrations(): readonly IncomingWebhook[] {
  const { client } = useEngine();
  const [integrations, setIntegrations] = useState<readonly IncomingWebhook[]>([]);
  useEffect(() => {
    void attempt(async () => {
      const types = ['realm_incoming_webhook_bots'];
      const state = await client.registerQueue({ fetch_event_types: types, event_types: types });
      const { queue_id, realm_incoming_webhook_bots = [] } = state;
      setIntegrations(realm_incoming_webhook_bots.toSorted((a, b) => a.display_name.localeCompare(b.display_name)));
      if (queue_id !== null) await client.deleteQueue({ queue_id });
    });
  }, [client]);
  return integrations;
}

export function WebhookUrl({ known }: { known: BotKeyInUse }) {
  const integrations = useIntegrations();
  const site = useAppState(({ realm_url }) => realm_url);
  const { channels } = useBotChannels();
  const [name, setName] = useState<string | null>(null);
  const [channel_id, setChannel] = useState<number | null>(null);
  const [topic, setTopic] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [options, setOptions] = useState<OptionValues>({});
  const [shown, setShown] = useState(false);
  const integration = integrations.find((candidate) => candidate.name === name);
  const events = integration?.all_event_types ?? [];
  const choose = (next: string | null) => {
    setName(next);
    setChosen([]);
    setOptions({});
  };
  const show = async () => setShown((await known.fetch()) !== null);
  return (
    <SettingGroup title={t('webhook_url')}>
      <p className="quiet">{t('webhook_url_lead')}</p>
      <LabelledSelect<string | null>
        label={t('webhook_service')}
        value={name}
        choices={[
          [null, t('webhook_choose_service')],
          ...integrations.map(({ name, display_name }) => [name, display_name] as const),
        ]}
        change={choose}
      />
      {integration && (
        <>
          <ChannelChooser
            label={t('webhook_sends_to')}
            channels={channels}
            value={channel_id}
            none={{ label: t('webhook_to_owner'), icon: 'person' }}
            change={setChannel}
          />
          {channel_id !== null && (
            <FormField label={t('topic')} hint={t('webhook_topic_hint')} value={topic} change={setTopic} />
          )}
          {events.length > 1 && (
            <>
              <ChipSelect
                label={t('webhook_events')}
                add={t('webhook_add_event')}
                options={events.map((event, at) => [at, event] as const)}
                chosen={chosen}
                change={setChosen}
              />
              {chosen.length === 0 && <p className="setting-hint quiet">{t('webhook_all_events')}</p>}
            </>
          )}
          {integration.url_options.map((option) => (
            <OptionField key={option.key} option={option} values={options} change={setOptions} />
          ))}
          {shown && known.key !== null ? (
            <CopyLine
              label={t('webhook_url')}
              text={webhookAddress(site, {
                integration,
                api_key: known.key,
                channel_id,
                topic,
                only_events: chosen.map((at) => events[at]!),
                options,
              })}
              action={t('webhook_copy')}
            />
          ) : (
            <div className="setting-actions">
              <button type="button" className="button" onClick={() => void show()}>
                {t('webhook_show')}
              </button>
            </div>
          )}
        </>
      )}
    </SettingGroup>
  );
}

interface OptionProps {
  readonly option: IncomingWebhook['url_options'][number];
  readonly values: OptionValues;
  change(values: OptionValues): void;
}

function OptionField({ option, values, change }: OptionProps) {
  const value = optionValue(values, option);
  const set = (next: string | boolean) => change({ ...values, [option.key]: next });
  if (isSwitch(option)) return <Check label={option.label} value={value === true} change={set} />;
  const is_branches = option.key === 'branches';
  return (
    <FormField
      label={is_branches ? t('webhook_branches') : option.label}
      {...(is_branches ? { hint: t('webhook_branches_hint') } : {})}
      value={String(value)}
      code
      change={set}
    />
  );
}
