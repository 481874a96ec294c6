// The reader's avatar: chosen, previewed as a square, uploaded or removed.

import { useEffect, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attemptOnce } from '../../base/ui/attempt.ts';
import { FormDialog } from '../../base/ui/form-dialog.tsx';
import { notifySaved } from '../../base/ui/notify-saved.ts';
import { Avatar } from '../../domain/people/avatar.tsx';
import { PictureButton } from '../../domain/people/picture-button.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { findPerson } from '../../model/state/state.ts';

export function AvatarEditor() {
  const { client } = useEngine();
  const person = useAppState((state) => findPerson(state, state.user_id));
  const source = useAppState(({ avatar_source }) => avatar_source);
  const fixed = useAppState(
    ({ realm_avatar_changes_disabled, server_avatar_changes_disabled, is_admin }) =>
      server_avatar_changes_disabled || (realm_avatar_changes_disabled && !is_admin),
  );
  const [chosen, setChosen] = useState<File | null>(null);
  const remove = async () => {
    if (await attemptOnce('delete avatar', () => client.deleteAvatar({}))) notifySaved();
  };
  return (
    <div className="setting">
      <span className="setting-label">{t('set_avatar')}</span>
      <div className="avatar-editor">
        <Avatar key={person?.avatar_url} person={person} size="l" />
        {fixed ? (
          <p className="setting-hint quiet">{t('set_avatar_fixed')}</p>
        ) : (
          <div className="setting-actions">
            <PictureButton choose={setChosen} />
            {source === 'U' && (
              <button type="button" className="button" onClick={() => void remove()}>
                {t('set_remove_picture')}
              </button>
            )}
          </div>
        )}
      </div>
      {chosen && <PictureDialog file={chosen} close={() => setChosen(null)} />}
    </div>
  );
}

function PictureDialog({ file, close }: { file: File; close(): void }) {
  const { client } = useEngine();
  const [readable, setReadable] = useState(true);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const upload = async () => {
    await client.uploadAvatar({}, { file });
    notifySaved();
  };
  return (
    <FormDialog title={t('set_new_picture')} action={t('set_use_picture')} send={upload} close={close}>
      <div className="picture-preview">
        <img
          src={url}
          alt={t('set_picture_preview')}
          hidden={!readable}
          onError={() => setReadable(false)}
          onLoad={() => setReadable(true)}
        />
        {!readable && <p className="quiet">{t('set_picture_unseen')}</p>}
      </div>
      <p className="setting-hint quiet">{t('set_picture_hint')}</p>
    </FormDialog>
  );
}
