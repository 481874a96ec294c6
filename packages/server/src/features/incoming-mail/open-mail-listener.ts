// Opens what receives mail for channels. Loaded only where the operator asks for it.
import type { Services } from '../../slice/services.ts';
import { openAddressTokens } from './address-tokens.ts';
import type { IncomingMailSettings } from './incoming-mail-settings.ts';
import { MailListener, type MailListenerOptions } from './mail-listener.ts';
import { MailReceiver, type ReceiverServices } from './mail-receiver.ts';

type ListeningOptions = Pick<MailListenerOptions, 'shares_port' | 'name' | 'certificate'> &
  Pick<ReceiverServices, 'onMail' | 'onReceived'>;

export function openMailListener(
  services: Services,
  settings: IncomingMailSettings,
  { onMail, onReceived, ...listening }: ListeningOptions,
): MailListener {
  const { keys, report } = services;
  const receiver = new MailReceiver({
    ...services,
    tokens: openAddressTokens(keys),
    secret: keys.derive('incoming mail'),
    domain: settings.domain,
    onMail,
    onReceived,
  });
  return new MailListener(receiver, { ...settings, ...listening }, report);
}
