// The organization's folders: created, renamed, described, sorted and archived by administrators.
import {
  type ChannelFolder,
  MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
  MAX_CHANNEL_FOLDER_NAME_LENGTH,
} from '@stoa/contract';
import { useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { attempt, attemptOnce } from '../../base/ui/attempt.ts';
import { SettingGroup, TextRow } from '../../base/ui/controls.tsx';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { LabelledInput } from '../../base/ui/labelled-field.tsx';
import { SortableList } from '../../base/ui/sortable-list.tsx';
import { useUnsaved } from '../../base/ui/unsaved.ts';
import { RenderedLine } from '../../domain/content/rendered-line.tsx';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import { reordered } from './folder-order.ts';

export function Folders() {
  const engine = useEngine();
  const folders = useAppState(({ channel_folders }) => channel_folders);
  const may_change = useAppState(({ is_admin }) => is_admin);
  const [editing, setEditing] = useState<number | null>(null);
  const open = folders.filter(({ is_archived }) => !is_archived);
  const archived = folders.filter(({ is_archived }) => is_archived);
  const setArchived = (folder: ChannelFolder, is_archived: boolean) =>
    void attemptOnce(`archive folder ${folder.id} ${is_archived}`, () =>
      engine.client.updateChannelFolder({ channel_folder_id: folder.id, is_archived }),
    );
  const edited = open.find(({ id }) => id === editing);
  return (
    <div className="channel-details">
      <h2>{t('folders')}</h2>
      <p className="quiet">{t('folders_lead')}</p>
      {open.length === 0 ? (
        <p>{t('no_folders')}</p>
      ) : (
        <SortableList
          label={t('folders')}
          entries={open}
          disabled={!may_change}
          nameOf={({ name }) => name}
          draw={({ name, rendered_description }) => (
            <span className="entry-text" dir="auto">
              {name}
              <RenderedLine className="quiet" html={rendered_description} />
            </span>
          )}
          actions={(folder) =>
            may_change && (
              <>
                <IconButton
                  icon="draft"
                  label={t('edit_folder', { name: folder.name })}
                  onClick={() => setEditing(editing === folder.id ? null : folder.id)}
                />
                <IconButton
                  icon="trash"
                  label={t('archive_folder', { name: folder.name })}
                  onClick={() => setArchived(folder, true)}
                />
              </>
            )
          }
          reorder={(ids) => engine.client.reorderChannelFolders({ order: reordered(folders, ids) })}
        />
      )}
      {edited && <FolderEditor key={edited.id} folder={edited} close={() => setEditing(null)} />}
      {may_change && <NewFolder />}
      {may_change && archived.length > 0 && (
        <SettingGroup title={t('archived_folders')}>
          <ul className="entries">
            {archived.map((folder) => (
              <li key={folder.id} className="entry">
                <span className="entry-text" dir="auto">
                  {folder.name}
                </span>
                <button type="button" className="button" onClick={() => setArchived(folder, false)}>
                  {t('unarchive')}
                  <span className="hidden-text"> {folder.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </SettingGroup>
      )}
    </div>
  );
}

function FolderEditor({ folder, close }: { folder: ChannelFolder; close(): void }) {
  const { client } = useEngine();
  const channel_folder_id = folder.id;
  return (
    <SettingGroup title={folder.name}>
      <TextRow
        label={t('folder_name')}
        value={folder.name}
        max_length={2 * MAX_CHANNEL_FOLDER_NAME_LENGTH}
        save={(name) => client.updateChannelFolder({ channel_folder_id, name })}
      />
      <TextRow
        label={t('folder_description')}
        value={folder.description}
        lines={2}
        max_length={2 * MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH}
        save={(description) => client.updateChannelFolder({ channel_folder_id, description })}
      />
      <div className="setting-actions">
        <button type="button" className="button" onClick={close}>
          {t('close')}
        </button>
      </div>
    </SettingGroup>
  );
}

function NewFolder() {
  const { client } = useEngine();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [busy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    if (await attempt(() => client.createChannelFolder({ name: name.trim(), description: description.trim() }))) {
      setName('');
      setDescription('');
    }
    setBusy(false);
  };
  useUnsaved(name !== '' || description !== '', () => {
    setName('');
    setDescription('');
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !busy) void create();
      }}
    >
      <SettingGroup title={t('new_folder')}>
        <LabelledInput label={t('folder_name')} required value={name} change={setName} />
        <LabelledInput label={t('folder_description')} value={description} change={setDescription} />
        <div className="setting-actions">
          <button type="submit" className="button primary" disabled={busy || name.trim() === ''}>
            {t('create_folder')}
          </button>
        </div>
      </SettingGroup>
    </form>
  );
}
