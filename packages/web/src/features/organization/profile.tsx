// The organization's profile: name, description, type and pictures.
import { MAX_REALM_NAME_LENGTH } from '@stoa/contract';
import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { SettingGroup, TextRow } from '../../base/ui/controls.tsx';
import { MessageBody } from '../../domain/content/message-body.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { ReadOnlyNotice } from './notice.tsx';
import { Pictures } from './pictures.tsx';
import { RowList } from './row-list.tsx';
import { PROFILE } from './setting-rows.ts';

export function Profile() {
  const { client } = useEngine();
  const name = useAppState(({ realm_name }) => realm_name);
  const description = useAppState(({ realm_description }) => realm_description);
  const is_admin = useAppState((state) => state.is_admin);
  return (
    <>
      <ReadOnlyNotice />
      <SettingGroup title={t('org_identity')}>
        <TextRow
          label={t('org_name')}
          value={name}
          disabled={!is_admin}
          max_length={MAX_REALM_NAME_LENGTH}
          save={(value) => client.updateRealm({ name: value })}
        />
        {is_admin && (
          <TextRow
            label={t('org_description')}
            hint={t('org_description_hint')}
            value={description}
            lines={4}
            save={(value) => client.updateRealm({ description: value })}
          />
        )}
        {description !== '' && <Description markdown={description} />}
      </SettingGroup>
      <RowList groups={PROFILE} />
      <Pictures />
    </>
  );
}

/** The rendered description. */
function Description({ markdown }: { markdown: string }) {
  const { client, own_id } = useEngine();
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    client
      .renderMessage({ content: markdown })
      .then(({ rendered }) => left || setHtml(rendered))
      .catch(() => {});
    return () => {
      left = true;
    };
  }, [client, markdown]);
  if (html === null) return null;
  return (
    <div className="setting">
      <span className="setting-label">{t('org_description_preview')}</span>
      <div className="organization-description">
        <MessageBody html={html} own_id={own_id} />
      </div>
    </div>
  );
}
