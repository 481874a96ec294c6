// In place of the composer. [WB285]
import { t } from '../../base/text/all-texts.ts';
import { SignInButtons } from './sign-in-buttons.tsx';

export const Invitation = () => (
  <aside className="channel-banner" aria-label={t('visitor_reading')}>
    <p>{t('visitor_reading')}</p>
    <SignInButtons />
  </aside>
);
