// The files of a message being written: thumbnail, name, size or progress, and buttons. They are sorted by dragging. By
// keyboard, arrow keys go from file to file, with Alt they move the file, Delete removes it.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/all-texts.ts';
import { sizeText } from '../../base/text/sizes.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { useEngine } from '../../model/engine/context.ts';
import { bytesOf } from '../content/file-bytes.ts';
import { extensionOf, kindOf } from '../content/file-kinds.ts';
import type { AttachedFile, AttachedFiles } from './attached-files.ts';
import { useChipDrag } from './use-chip-drag.ts';

/** Larger pictures would take long to decode for a thumbnail. */
const THUMBNAIL_MAX = 20 * 1024 * 1024;
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

interface Props {
  readonly files: AttachedFiles;
  /** Receives the focus when the last file was removed. */
  leave(): void;
}

export function FileChips({ files, leave }: Props) {
  const list = useCell(files.cell);
  const element = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { dragged, press } = useChipDrag(element, (id, place) => files.moveTo(id, place));
  const focus = (at: number) => {
    const buttons = element.current?.querySelectorAll<HTMLElement>('.file-remove');
    if (buttons?.length) buttons[Math.max(0, Math.min(at, buttons.length - 1))]!.focus();
    else leave();
  };
  const remove = (id: number, at: number) => {
    // Drawn at once, so that the next key finds the focus where it belongs.
    flushSync(() => files.remove(id));
    focus(at);
  };
  const pressKey = (event: KeyboardEvent<HTMLElement>, { id, name }: AttachedFile, at: number) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const { key } = event;
    if (key === 'Delete' || key === 'Backspace') remove(id, at);
    else if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    else if (!event.altKey) focus(at + (key === forward ? 1 : -1));
    else {
      const to = flushSync(() => files.move(id, key === forward ? 1 : -1));
      if (to !== at) setAnnouncement(t('file_moved', { name, place: to + 1, count: list.length }));
      focus(to);
    }
    event.preventDefault();
  };
  return (
    <>
      <UploadSummary files={files} list={list} leave={leave} />
      <ul ref={element} className="files" aria-label={t('files')} hidden={list.length === 0}>
        {list.map((file, at) => (
          <li
            key={file.id}
            className={`file ${file.status}${dragged === file.id ? ' dragged' : ''}`}
            onPointerDown={(event) => press(event, file.id)}
          >
            <Thumbnail file={file} />
            <span className="file-name" dir="auto" title={file.name}>
              {file.name}
            </span>
            <About file={file} />
            {file.can_retry && file.status === 'failed' && (
              <IconButton
                icon="reset"
                size={16}
                label={`${t('try_again')}: ${file.name}`}
                title={t('try_again')}
                onClick={() => files.retry(file.id)}
              />
            )}
            <IconButton
              icon="close"
              size={16}
              label={`${t(file.status === 'uploading' ? 'upload_cancel' : 'file_remove')}: ${file.name}`}
              className="file-remove"
              title={t(file.status === 'uploading' ? 'upload_cancel' : 'file_remove')}
              aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
              onClick={() => remove(file.id, at)}
              onKeyDown={(event) => pressKey(event, file, at)}
            />
          </li>
        ))}
      </ul>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
    </>
  );
}

/** How far all files are, where there are several. [WB1045] */
function UploadSummary({ files, list, leave }: Props & { list: readonly AttachedFile[] }) {
  const connection = useCell(useEngine().connection);
  const uploading = list.filter(({ status }) => status === 'uploading');
  const is_waiting = connection !== 'live';
  if (uploading.length === 0 || (list.length < 2 && !is_waiting)) return null;
  const count = list.length;
  const done = list.filter(({ status }) => status === 'ready').length;
  // No size is known for the files of an earlier draft.
  const sizeOf = ({ size }: AttachedFile) => size ?? 0;
  const total = list.reduce((sum, file) => sum + sizeOf(file), 0);
  const sent = list.reduce((sum, file) => sum + sizeOf(file) * file.done, 0);
  const cancelAll = () => {
    flushSync(() => {
      for (const { id } of uploading) files.remove(id);
    });
    leave();
  };
  return (
    <div className="files-summary">
      <span>{is_waiting ? t('uploads_waiting', { done, count }) : t('uploads_done', { done, count })}</span>
      {count > 1 && (
        <>
          <progress value={total === 0 ? 0 : sent / total} max={1} aria-label={t('uploads_progress')} />
          <button type="button" className="button" aria-label={t('uploads_cancel')} onClick={cancelAll}>
            {t('cancel')}
          </button>
        </>
      )}
    </div>
  );
}

function About({ file: { status, name, size, done, reason, link } }: { file: AttachedFile }) {
  if (status === 'uploading')
    return <progress className="file-about" value={done} max={1} aria-label={t('uploading', { name })} />;
  if (status === 'failed')
    return (
      <span className="file-about problem" role="alert" title={reason ?? ''}>
        {reason}
      </span>
    );
  return <span className="file-about quiet">{size === null ? t(kindOf(link?.url ?? name)) : sizeText(size)}</span>;
}

function Thumbnail({ file: { name, file, link } }: { file: AttachedFile }) {
  const engine = useEngine();
  const [url, setUrl] = useState<string | null>(null);
  const restored = file || !link?.embedded ? null : link.url;
  useEffect(() => {
    if (!file || !PICTURE.test(file.type) || file.size > THUMBNAIL_MAX) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  useEffect(() => {
    const format = engine.state.get().server_thumbnail_formats.find(({ animated }) => !animated)?.name;
    if (!restored || !format) return;
    let gone = false;
    bytesOf(engine, `${restored.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`).then(
      (made) => gone || setUrl(made),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [engine, restored]);
  if (!url) return <FileTile name={name} />;
  return <img className="file-tile" src={url} alt="" draggable={false} decoding="async" onError={() => setUrl(null)} />;
}

const FileTile = ({ name }: { name: string }) => (
  <span className="file-tile" aria-hidden="true">
    {extensionOf(name)}
  </span>
);
