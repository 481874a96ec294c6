// Names a passkey and lets the device make it. [WB950]
import type { beginPasskey, ResultOf } from '@stoa/contract';
import { useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { thisDevice } from '../sign-in/device-name.ts';
import { addPasskey } from './add-passkey.ts';

interface Props {
  readonly begun: ResultOf<typeof beginPasskey>;
  added(): void;
  close(): void;
}

export function PasskeyDialog({ begun, added, close }: Props) {
  const { client } = useEngine();
  const [name, setName] = useState(thisDevice);
  const is_added = useRef(false);
  return (
    <FormDialog
      title={t('passkey_add_title')}
      action={t('passkey_add_do')}
      ready={name.trim() !== ''}
      send={async () => {
        await addPasskey(client, begun, name);
        is_added.current = true;
      }}
      close={() => {
        if (is_added.current) added();
        close();
      }}
    >
      <p>{t('passkey_add_lead')}</p>
      <LabelledInput label={t('passkey_name')} maxLength={60} data-autofocus required value={name} change={setName} />
    </FormDialog>
  );
}
