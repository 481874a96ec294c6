// Sign-up: who can join, allowed addresses, sign-in methods, welcome message.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { Check } from '../../base/ui/check.tsx';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { SettingGroup, ToggleRow } from '../../base/ui/controls.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useUnsaved } from '../../base/ui/unsaved.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { ReadOnlyNotice } from './notice.tsx';
import { RowList } from './row-list.tsx';
import { JOINING, WELCOME } from './setting-rows.ts';

export function Joining() {
  const is_admin = useAppState((state) => state.is_admin);
  return (
    <>
      <ReadOnlyNotice />
      <RowList groups={JOINING} />
      <Domains />
      <SignInMethods />
      <RowList groups={WELCOME} />
      {is_admin && <TryWelcome />}
    </>
  );
}

function Domains() {
  const { client } = useEngine();
  const domains = useAppState(({ realm_domains }) => realm_domains);
  const restricted = useAppState(({ realm_emails_restricted_to_domains }) => realm_emails_restricted_to_domains);
  const is_owner = useAppState((state) => state.is_owner);
  const [removing, setRemoving] = useState<string | null>(null);
  const remove = (domain: string) =>
    void attemptOnce(`delete domain ${domain}`, () => client.deleteRealmDomain({ domain }));
  return (
    <SettingGroup title={t('org_domains')}>
      {domains.length === 0 && <p className="quiet">{t('org_domains_none')}</p>}
      {domains.length > 0 && (
        <ul className="entries" aria-label={t('org_domains')}>
          {domains.map(({ domain, allow_subdomains }) => (
            <li key={domain} className="entry">
              <div className="entry-body">
                <strong dir="ltr">{domain}</strong>
                <ToggleRow
                  label={t('org_domain_subdomains')}
                  value={allow_subdomains}
                  disabled={!is_owner}
                  save={(value) => client.updateRealmDomain({ domain, allow_subdomains: value })}
                />
              </div>
              {is_owner && (
                <IconButton
                  icon="trash"
                  size={16}
                  label={t('org_delete', { name: domain })}
                  onClick={() => (restricted && domains.length === 1 ? setRemoving(domain) : remove(domain))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {is_owner && <NewDomain />}
      {removing !== null && (
        <ConfirmDialog
          title={t('org_delete', { name: removing })}
          lead={t('org_domain_last')}
          action={t('delete')}
          confirm={() => remove(removing)}
          close={() => setRemoving(null)}
        />
      )}
    </SettingGroup>
  );
}

function NewDomain() {
  const { client } = useEngine();
  const [domain, setDomain] = useState('');
  const [allow_subdomains, setSubdomains] = useState(false);
  const add = async () => {
    const create = () => client.createRealmDomain({ domain: domain.trim(), allow_subdomains });
    if (!(await attemptOnce(`add domain ${domain}`, create))) return;
    setDomain('');
    setSubdomains(false);
  };
  useUnsaved(domain !== '', () => setDomain(''));
  return (
    <form
      className="setting"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <LabelledInput
        label={t('org_domain_add')}
        dir="ltr"
        placeholder="example.com"
        required
        spellCheck={false}
        autoCapitalize="off"
        value={domain}
        change={setDomain}
      />
      <Check label={t('org_domain_subdomains')} value={allow_subdomains} change={setSubdomains} />
      <div className="setting-actions">
        <button type="submit" className="button" disabled={domain.trim() === ''}>
          {t('org_domain_add')}
        </button>
      </div>
    </form>
  );
}

/** Other methods have names of their own, such as that of a service. */
const methodName = (method: string) => (method === 'Email' ? t('org_sign_in_email') : method);

function SignInMethods() {
  const methods = useAppState(({ realm_authentication_methods }) => realm_authentication_methods);
  return (
    <SettingGroup title={t('org_group_sign_in')}>
      <p className="setting-hint quiet">{t('org_sign_in_hint')}</p>
      <ul className="tags">
        {Object.entries(methods)
          .filter(([, { available }]) => available)
          .map(([name, { enabled }]) => (
            <li key={name} className="tag">
              {enabled ? methodName(name) : `${methodName(name)}: ${t('org_sign_in_off')}`}
            </li>
          ))}
      </ul>
    </SettingGroup>
  );
}

/** Sends the welcome message to the reader as a test. */
function TryWelcome() {
  const { client } = useEngine();
  const welcome_message_custom_text = useAppState(({ realm_welcome_message_custom_text: text }) => text);
  if (welcome_message_custom_text === '') return null;
  const send = async () => {
    const test = () => client.testWelcomeMessage({ welcome_message_custom_text });
    if (await attemptOnce('test welcome message', test)) notify(t('org_welcome_sent'));
  };
  return (
    <div className="setting-actions">
      <button type="button" className="button" onClick={() => void send()}>
        {t('org_welcome_try')}
      </button>
    </div>
  );
}
