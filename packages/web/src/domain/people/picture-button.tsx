// A button that selects another picture of an account.
import { t } from '../../base/text/all-texts.ts';
import { FileButton } from '../../base/ui/file-button.tsx';
import { useAppState } from '../../model/engine/context.ts';
import { PICTURES } from './avatar-file.ts';

export function PictureButton({ choose }: { choose(file: File): void }) {
  const max_mib = useAppState(({ max_avatar_file_size_mib }) => max_avatar_file_size_mib);
  return (
    <FileButton
      text={t('upload_picture')}
      accept={PICTURES}
      max_mib={max_mib}
      too_large={t('picture_large', { count: max_mib })}
      choose={choose}
    />
  );
}
