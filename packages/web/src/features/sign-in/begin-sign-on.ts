// Leaves for the identity provider. Only this tab can complete the sign-in: it keeps the text whose digest begins it. [WB902]
import { currentLanguage } from '../../base/text/text.ts';
import { makeVerifier } from '../../model/session/digest.ts';
import { storeSignOn } from '../../model/session/sign-on-storage.ts';
import type { SignOnMethod } from './sign-in-methods.ts';

/** Why it can't; else the browser leaves. `invitation` is the key of the link by which the person came. */
export async function beginSignOn(
  { login_url, display_name: name }: SignOnMethod,
  invitation: string | null,
): Promise<string | null> {
  const made = await makeVerifier();
  if (!made) {
    const { t } = await import('../../base/text/all-texts.ts');
    return t('in_external_insecure', { name });
  }
  const { verifier, challenge } = made;
  storeSignOn({ verifier, hash: location.hash });
  const language = currentLanguage();
  const query = new URLSearchParams({ challenge, language, ...(invitation === null ? {} : { invitation }) });
  location.assign(`${login_url}?${query}`);
  return null;
}
