// Says that something was saved, in place of what was said of the attempt before.
import { t } from '../text/all-texts.ts';
import { notify } from './notices.ts';

export const notifySaved = (): void => notify(t('saved'), true);
