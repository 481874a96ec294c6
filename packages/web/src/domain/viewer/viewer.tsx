// The pictures of a conversation one at a time, as large as the screen: next, previous, zoom, download.
import * as Ariakit from '@ariakit/react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { fullTime } from '../../base/text/dates.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { IconButton } from '../../base/ui/icon-button.tsx';
import { notify } from '../../base/ui/notices.ts';
import { useBackCloses } from '../../base/views/overlays.ts';
import { useAppState, useEngine } from '../../model/engine/context.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { bytesOf, downloadFile, openFile } from '../content/file-bytes.ts';
import { openViewer, type ViewerRequest } from '../content/open-viewer.ts';
import { fullAddress, type Picture, picturesOf } from '../content/pictures.ts';
import { ZoomArea } from './zoom-area.tsx';

interface Shown {
  readonly message: StoredMessage;
  readonly picture: Picture;
  /** The position among the pictures of the message, which may have one twice. */
  readonly nth: number;
}

/** All pictures in the loaded part of the list. */
function picturesAround(engine: Engine, ids: readonly number[], message_id: number): Shown[] {
  return (ids.includes(message_id) ? ids : [message_id])
    .map(engine.messages.get)
    .filter((message) => message !== undefined)
    .flatMap((message) => picturesOf(message.content).map((picture, nth) => ({ message, picture, nth })));
}

export function Viewer({ request, ids }: { request: ViewerRequest; ids: readonly number[] }) {
  const engine = useEngine();
  const all = useMemo(() => picturesAround(engine, ids, request.message_id), [engine, ids, request]);
  /** Not by its position: messages with pictures come and go meanwhile. */
  const [current, setCurrent] = useState(() =>
    all.find(({ message, picture }) => message.id === request.message_id && picture.file === request.file),
  );
  const at = all.findIndex(({ message, nth }) => message.id === current?.message.id && nth === current.nth);
  const is24 = useAppState(({ user_settings }) => user_settings.twenty_four_hour_time);
  const shown = all[at];
  const close = () => openViewer.set(null);
  useBackCloses(true, close);
  useEffect(() => {
    if (shown) return;
    openViewer.set(null);
    notify(t('message_gone'));
  }, [shown]);
  if (!shown) return null;
  const { message, picture } = shown;
  const show = (index: number) => setCurrent(all[Math.min(all.length - 1, Math.max(0, index))]);
  const step = (by: number) => show(at + by);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event.key === forward ? 1 : -1);
    else if (event.key === 'Home') show(0);
    else if (event.key === 'End') show(all.length - 1);
    else return;
    event.preventDefault();
  };
  return (
    <Ariakit.Dialog
      open
      onClose={close}
      autoFocusOnHide={false}
      className="viewer"
      backdrop={false}
      onKeyDown={onKeyDown}
      aria-label={t('viewer_title')}
    >
      <header className="viewer-head">
        <div className="viewer-about">
          <Ariakit.DialogHeading className="viewer-name" dir="auto">
            {picture.title}
          </Ariakit.DialogHeading>
          <p dir="auto">
            {message.sender_full_name}, {fullTime(message.timestamp, is24)}
          </p>
        </div>
        <p className="viewer-count" role="status">
          {t('viewer_position', { at: at + 1, count: all.length })}
        </p>
        <IconButton
          icon="link"
          label={t('viewer_original')}
          onClick={() => void attempt(() => openFile(engine, picture.file))}
        />
        <IconButton
          icon="download"
          label={t('download')}
          onClick={() => void attempt(() => downloadFile(engine, picture.file, picture.title))}
        />
        <IconButton icon="close" label={t('close')} onClick={close} />
      </header>
      <Loaded key={`${message.id} ${picture.file}`} picture={picture} />
      <IconButton
        className="viewer-previous"
        icon="chevron"
        label={t('viewer_previous')}
        onClick={() => step(-1)}
        disabled={at === 0}
      />
      <IconButton
        className="viewer-next"
        icon="chevron"
        label={t('viewer_next')}
        onClick={() => step(1)}
        disabled={at === all.length - 1}
      />
    </Ariakit.Dialog>
  );
}

/** The thumbnail until the picture has loaded. */
function Loaded({ picture }: { picture: Picture }) {
  const engine = useEngine();
  const [src, setSrc] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    let whole = false;
    if (picture.thumbnail)
      bytesOf(engine, picture.thumbnail)
        .then((url) => current && !whole && setSrc(url))
        .catch(() => {});
    bytesOf(engine, fullAddress(picture))
      .then((url) => {
        whole = true;
        if (current) setSrc(url);
      })
      .catch(() => current && setFailed(true));
    return () => {
      current = false;
    };
  }, [engine, picture]);
  if (failed && !src) return <p className="viewer-failed">{t('viewer_failed')}</p>;
  if (!src) return <p className="viewer-failed">{t('loading')}</p>;
  return <ZoomArea src={src} name={picture.title} size={picture.size} />;
}
