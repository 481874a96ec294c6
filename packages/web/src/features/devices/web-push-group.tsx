// Web Push for this browser; the permission is requested when the reader turns it on.
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import type { TextKey } from '../../base/text/text.ts';
import { SettingGroup, ToggleRow } from '../../base/ui/controls.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { isWebPushOn } from '../../model/session/web-push-flag.ts';
import { turnOffWebPush, turnOnWebPush, type WebPushSupport, webPushSupport } from '../notifications/web-push.ts';

const HINTS: Readonly<Record<WebPushSupport, TextKey>> = {
  possible: 'web_push_hint',
  impossible: 'web_push_impossible',
  insecure: 'web_push_insecure',
  denied: 'web_push_denied',
};

export function WebPushGroup() {
  const engine = useEngine();
  const [on, setOn] = useState(() => isWebPushOn() && webPushSupport() === 'possible');
  const standing = webPushSupport();
  const save = async (wanted: boolean) => {
    await (wanted ? turnOnWebPush(engine) : turnOffWebPush(engine));
    setOn(wanted);
  };
  return (
    <SettingGroup title={t('web_push_title')}>
      <ToggleRow
        label={t('web_push_toggle')}
        hint={t(HINTS[standing])}
        value={on}
        disabled={standing !== 'possible'}
        save={save}
      />
    </SettingGroup>
  );
}
