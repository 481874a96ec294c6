// Files dropped or pasted anywhere on the page go to the message being written; while they are dragged, an overlay says where.
import { useEffect, useState } from 'react';
import { t } from '../base/text/text.ts';
import { Icon } from '../base/ui/icon.tsx';
import { notify } from '../base/ui/notices.ts';
import { dropTarget } from '../domain/files/drop-target.ts';

const TEXT_FIELD = 'textarea, input, select, [contenteditable="true"]';

/** Files without folders, which browsers list as files that can't be read. */
function filesOf({ items, files }: DataTransfer): File[] {
  const entries = Array.from(items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const folders = new Set(entries.filter((entry) => entry?.isDirectory).map((entry) => entry!.name));
  if (folders.size > 0) notify(t('upload_no_folders'));
  return [...files].filter(({ name }) => !folders.has(name));
}

/** Calls `over` with where the files would go, or null. Returns how to stop. */
function watchFiles(over: (label: string | null) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  /** Something of the page itself, such as a picture, is dragged. */
  let own = false;
  const hasFiles = ({ dataTransfer }: DragEvent) => !own && dataTransfer?.types.includes('Files');
  window.addEventListener('dragstart', () => (own = true), { signal, capture: true });
  window.addEventListener('dragend', () => (own = false), { signal, capture: true });
  const drag = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    // Otherwise the browser would leave the page and open the file.
    event.preventDefault();
    const target = dropTarget();
    event.dataTransfer!.dropEffect = target ? 'copy' : 'none';
    over(target?.label() ?? null);
  };
  window.addEventListener('dragenter', drag, { signal });
  window.addEventListener('dragover', drag, { signal });
  window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? over(null), { signal });
  window.addEventListener(
    'drop',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      over(null);
      const files = filesOf(event.dataTransfer!);
      if (files.length > 0) dropTarget()?.attach(files);
    },
    { signal },
  );
  window.addEventListener(
    'paste',
    (event) => {
      const { clipboardData } = event;
      if (event.defaultPrevented || !clipboardData?.files.length || (event.target as Element).matches?.(TEXT_FIELD))
        return;
      const target = dropTarget();
      if (!target) return;
      event.preventDefault();
      target.attach([...clipboardData.files]);
    },
    { signal },
  );
  return () => ending.abort();
}

export function DropArea() {
  const [label, setLabel] = useState<string | null>(null);
  useEffect(() => watchFiles(setLabel), []);
  if (label === null) return null;
  return (
    <div className="drop-overlay">
      <p className="drop-label">
        <Icon name="attach" size={28} />
        {label}
      </p>
    </div>
  );
}
