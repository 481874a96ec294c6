// The organization's custom emoji, and a dialog that adds one.
import { type CustomEmoji, holdsRealmPermission } from '@stoa/contract';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { FileField } from '../../base/ui/file-field.tsx';
import { FormDialog, FormField } from '../../base/ui/form-dialog.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { NAMED_BY, useEngine, useStateOf } from '../../model/engine/context.ts';
import { personName } from '../../model/state/names.ts';
import { nameFromFile } from './emoji-names.ts';

const MIB = 1024 * 1024;
const LIMIT_MIB = 5;

/** The refusals that are about the name. */
const NAME = /^emoji_(name|taken|overrides)/;
/** The refusals that are about the picture. */
const PICTURE = /^(BAD_IMAGE$|file_)/;

/** Emoji, the permission to add them, and names of people. */
const SHOWN = [
  'realm_emoji',
  'is_admin',
  'is_guest',
  'realm_user_groups',
  'realm_can_add_custom_emoji_group',
  ...NAMED_BY,
] as const;

export function EmojiList() {
  const { client } = useEngine();
  const state = useStateOf(SHOWN);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<CustomEmoji | null>(null);
  const may_add = !state.is_guest && holdsRealmPermission(state, 'can_add_custom_emoji_group');
  const emoji = Object.values(state.realm_emoji)
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <p className="quiet">{t('org_emoji_lead')}</p>
      {may_add ? (
        <div className="setting-actions">
          <button type="button" className="button primary" onClick={() => setAdding(true)}>
            <Icon name="plus" size={16} /> {t('org_emoji_add')}
          </button>
        </div>
      ) : (
        <p className="quiet">{t('org_emoji_not_allowed')}</p>
      )}
      {emoji.length === 0 && <p className="quiet">{t('org_emoji_none')}</p>}
      {emoji.length > 0 && (
        <ul className="entries" aria-label={t('org_emoji')}>
          {emoji.map((emoji) => (
            <li key={emoji.id} className="entry">
              <img className="organization-emoji" src={emoji.source_url} alt="" loading="lazy" />
              <div className="entry-body entry-text">
                <strong dir="ltr">:{emoji.name}:</strong>
                {emoji.author_id !== null && (
                  <span className="quiet">{t('org_emoji_by', { name: personName(state, emoji.author_id) })}</span>
                )}
              </div>
              {(state.is_admin || (may_add && emoji.author_id === state.user_id)) && (
                <IconButton
                  icon="trash"
                  size={16}
                  label={t('org_delete', { name: `:${emoji.name}:` })}
                  onClick={() => setRemoving(emoji)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmDialog
          title={t('org_emoji_delete_title', { name: removing.name })}
          lead={t('org_emoji_delete_lead')}
          action={t('delete')}
          confirm={() => void attempt(() => client.deactivateCustomEmoji({ emoji_name: removing.name }))}
          close={() => setRemoving(null)}
        />
      )}
      {adding && <EmojiDialog close={() => setAdding(false)} />}
    </>
  );
}

function EmojiDialog({ close }: { close(): void }) {
  const { client } = useEngine();
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const too_big = file !== null && file.size > LIMIT_MIB * MIB;
  return (
    <FormDialog
      title={t('org_emoji_add')}
      action={t('save')}
      ready={file !== null && !too_big && name.trim() !== ''}
      send={() => client.uploadCustomEmoji({ emoji_name: name.trim() }, { file: file! })}
      close={close}
    >
      <FileField
        label={t('org_emoji_file')}
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        file={file}
        required
        problem={too_big ? t('org_too_big', { limit: LIMIT_MIB }) : null}
        refused_for={PICTURE}
        choose={(chosen) => {
          setFile(chosen);
          if (chosen && name === '') setName(nameFromFile(chosen.name));
        }}
      />
      {file && <Preview key={`${file.name} ${file.lastModified}`} file={file} />}
      <FormField
        label={t('org_emoji_name')}
        hint={t('org_emoji_name_hint')}
        value={name}
        required
        code
        refused_for={NAME}
        change={(value) => setName(value.toLowerCase())}
      />
    </FormDialog>
  );
}

/** In the sizes of text and of reactions; nothing of a file that is no picture. */
function Preview({ file }: { file: File }) {
  const [is_broken, setBroken] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if (is_broken) return null;
  return <img ref={picture} className="organization-emoji" alt="" onError={() => setBroken(true)} />;
}
