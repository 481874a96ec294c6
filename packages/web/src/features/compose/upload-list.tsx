// Running uploads with their progress and a cancel button.
import { t } from '../../base/text/text.ts';
import { Icon } from '../../base/ui/icon.tsx';
import type { UploadProgress } from './uploads.ts';

export function UploadList({ uploads }: { uploads: readonly UploadProgress[] }) {
  return (
    <ul className="uploads" aria-label={t('uploads')} hidden={uploads.length === 0}>
      {uploads.map(({ id, name, done, cancel }) => (
        <li key={id} className="upload">
          <span className="upload-name" dir="auto">
            {name}
          </span>
          <progress value={done} max={1} aria-label={t('uploading', { name })} />
          <button type="button" className="icon-button" title={t('upload_cancel')} onClick={cancel}>
            <Icon name="close" size={16} />
            <span className="hidden-text">{`${t('upload_cancel')}: ${name}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
