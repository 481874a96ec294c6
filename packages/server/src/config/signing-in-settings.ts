// Settings of other ways to sign in than by a password of this server.
import { JwtVerifier } from '../identity/auth/jwt.ts';
import { secret, text, toggle } from './setting.ts';
import { issuerUrl } from './urls.ts';

export const signingInSettings = {
  oidc_issuer: text(
    {
      value: 'URL',
      summary: 'identity provider for single sign-on (OpenID Connect), by the address under which it describes itself',
      needs: ['oidc_client_id'],
    },
    issuerUrl,
  ),
  oidc_client_id: text({
    value: 'ID',
    summary: 'client at the provider; its redirect address is /login/openid/complete of the organization',
    needs: ['oidc_issuer'],
  }),
  oidc_client_secret: secret({
    summary: 'secret of the client',
    shown_default: 'a public client',
    needs: ['oidc_issuer'],
  }),
  oidc_name: text({
    value: 'NAME',
    summary: 'what people call the provider',
    fallback: 'single sign-on',
  }),
  oidc_only: toggle({ summary: 'nobody signs in by a password of this server', needs: ['oidc_issuer'] }),
  oidc_creates_accounts: toggle({
    summary: 'whoever the provider lets in gets an account, also where the organization requires invitations',
  }),
  oidc_trusts_addresses: toggle({
    summary: 'takes addresses of which the provider does not say whether they were verified',
  }),
  jwt_key: secret(
    {
      summary:
        'signs people in by JSON web tokens of another site: a secret of 32 bytes or more (HS256) or a public key in PEM (RS256)',
    },
    async (key) => {
      await JwtVerifier.of({ key, issuer: null });
      return key;
    },
  ),
  jwt_issuer: text({
    value: 'NAME',
    summary: 'what `iss` of JSON web tokens must be',
    shown_default: 'any',
    needs: ['jwt_key'],
  }),
};
