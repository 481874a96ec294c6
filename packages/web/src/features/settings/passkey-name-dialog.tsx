// Gives a passkey another name. [PK62]
import type { Passkey } from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { useEngine } from '../../model/engine/context.ts';

interface Props {
  readonly passkey: Passkey;
  renamed(): Promise<unknown>;
  close(): void;
}

export function PasskeyNameDialog({ passkey: { passkey_id, name: present }, renamed, close }: Props) {
  const { client } = useEngine();
  const [name, setName] = useState(present);
  return (
    <FormDialog
      title={t('passkey_rename_title')}
      action={t('passkey_rename_do')}
      ready={name.trim() !== '' && name.trim() !== present}
      send={async () => {
        await client.renamePasskey({ passkey_id, name });
        await renamed();
      }}
      close={close}
    >
      <LabelledInput
        label={t('passkey_name')}
        maxLength={60}
        data-autofocus
        required
        refused_for={/^passkey_name$/}
        value={name}
        change={setName}
      />
    </FormDialog>
  );
}
