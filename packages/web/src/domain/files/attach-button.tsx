// Chooses files to attach.
import { t } from '../../base/text/all-texts.ts';
import { Icon } from '../../base/ui/icon.tsx';

export function AttachButton({ attach }: { attach(files: readonly File[]): void }) {
  return (
    <label className="icon-button" title={t('attach')}>
      <Icon name="attach" />
      <input
        type="file"
        multiple
        className="hidden-text"
        aria-label={t('attach')}
        onChange={(event) => {
          attach([...(event.target.files ?? [])]);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
    </label>
  );
}
