// The reader's own picture: another one is chosen, seen as the square it will be, and uploaded; or it is taken away.

import * as Ariakit from '@ariakit/react';
import { useEffect, useState } from 'react';
import { useAppState, useEngine } from '../app/context.ts';
import { findPerson } from '../app/state.ts';
import { Avatar } from '../people/avatar.tsx';
import { PICTURES } from '../people/avatar-file.ts';
import { t } from '../text/text.ts';
import { attempt } from '../ui/attempt.ts';
import { notify } from '../ui/notices.ts';

const MIB = 1024 * 1024;

export function AvatarEditor() {
  const { client } = useEngine();
  const person = useAppState((state) => findPerson(state, state.user_id));
  const source = useAppState(({ avatar_source }) => avatar_source);
  const max_mib = useAppState(({ max_avatar_file_size_mib }) => max_avatar_file_size_mib);
  const fixed = useAppState(
    ({ realm_avatar_changes_disabled, server_avatar_changes_disabled, is_admin }) =>
      server_avatar_changes_disabled || (realm_avatar_changes_disabled && !is_admin),
  );
  const [chosen, setChosen] = useState<File | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > max_mib * MIB) return notify(t('set_picture_large', { count: max_mib }));
    setChosen(file);
  };
  const remove = async () => {
    if (await attempt(() => client.deleteAvatar({}))) notify(t('saved'));
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
            <label className="button">
              {t('set_upload_picture')}
              <input
                type="file"
                accept={PICTURES}
                className="hidden-text"
                onChange={({ target }) => {
                  choose(target.files?.[0]);
                  target.value = '';
                }}
              />
            </label>
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
  const [busy, setBusy] = useState(false);
  const [readable, setReadable] = useState(true);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const upload = async () => {
    setBusy(true);
    const done = await attempt(() => client.uploadAvatar({}, { file }));
    setBusy(false);
    if (!done) return;
    notify(t('saved'));
    close();
  };
  return (
    <Ariakit.Dialog open onClose={close} className="dialog" backdrop={<div className="backdrop" />}>
      <Ariakit.DialogHeading className="dialog-title">{t('set_new_picture')}</Ariakit.DialogHeading>
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
      <div className="dialog-actions">
        <Ariakit.DialogDismiss className="button">{t('cancel')}</Ariakit.DialogDismiss>
        <button type="button" className="button primary" disabled={busy} onClick={() => void upload()}>
          {t(busy ? 'set_uploading' : 'set_use_picture')}
        </button>
      </div>
    </Ariakit.Dialog>
  );
}
