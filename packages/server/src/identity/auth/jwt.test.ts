// Signing in with another site's token.
import { describe, expect, it, setDefaultTimeout, spyOn } from 'bun:test';
import { JWT_KEY, serveTests, signedToken, startServer } from '@stoa/testkit';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { JwtVerifier } from './jwt.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

const outcome = (token: string) =>
  server
    .client()
    .jwtFetchApiKey({ token })
    .then(
      () => 'success',
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );

describe('a token of another site', () => {
  it('[AU20] gives the key of the account it names, and its profile on request', async () => {
    const { dara } = cast;
    const token = signedToken({ email: dara.email });
    const { api_key, email, user } = await server.client().jwtFetchApiKey({ token });
    expect([api_key, email, user]).toEqual([dara.api_key, dara.email, undefined]);
    const more = await server
      .client()
      .jwtFetchApiKey({ token: signedToken({ email: dara.email.toUpperCase() }), include_profile: true });
    expect(more.user).toMatchObject({ user_id: dara.user_id, delivery_email: dara.email, full_name: dara.full_name });
  });

  it('[AU20] is refused if it is forged, expired, of another algorithm, or for another account', async () => {
    const { dara, bot } = cast;
    const { email } = dara;
    const now = Math.floor(server.clock.now() / 1000);
    const good = signedToken({ email });
    const [head, body, mac] = good.split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const token of [
      'nonsense',
      `${head}.${body}.`,
      `${head}.${encode({ email: cast.ada.email })}.${mac}`,
      `${encode({ alg: 'none' })}.${body}.`,
      signedToken({ email }, `another ${JWT_KEY}`),
      signedToken({ email }, JWT_KEY, 'HS512'),
      signedToken({ email, exp: now - 60 }),
      signedToken({ email, nbf: now + 3600 }),
      signedToken({ email, exp: undefined }),
      signedToken({ email, exp: null }),
      signedToken({ email, exp: String(now + 60) }),
      signedToken({ email, exp: now + 25 * 3600 }),
      signedToken({ email, exp: now + 10 ** 12 }),
      signedToken({ email, exp: now + 60, iat: now - 25 * 3600 }),
      signedToken({ email, exp: now + 7200, iat: now + 3600 }),
      signedToken({ email, aud: 'https://elsewhere.example' }),
    ])
      expect([token, await outcome(token)]).toEqual([token, 'BAD_REQUEST: Bad JSON web token']);
    expect(await outcome('')).toBe('BAD_REQUEST: No JSON web token passed in request');
    for (const claims of [{}, { email: 7 }, { email: '' }])
      expect(await outcome(signedToken(claims))).toBe('BAD_REQUEST: No email specified in JSON web token claims');
    for (const address of ['nobody@stoa.example', bot.email, `user${dara.user_id}@127.0.0.1`])
      expect(await outcome(signedToken({ email: address }))).toStartWith('AUTHENTICATION_FAILED');
    await cast.ada.deactivateUser({ user_id: cast.eli.user_id });
    expect(await outcome(signedToken({ email: cast.eli.email }))).toStartWith('USER_DEACTIVATED');
    expect(await outcome(signedToken({ email, exp: now + 60, aud: server.realm.url }))).toBe('success');
  });

  it('[AU20] must name the organization if there are several', async () => {
    const other = await server.organization('other.example');
    const call = (token: string) => other.client().jwtFetchApiKey({ token });
    const { email } = other.owner;
    for (const claims of [{ email }, { email, aud: server.realm.url }])
      await expect(call(signedToken(claims))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await call(signedToken({ email, aud: other.realm.url }))).api_key).toBe(other.owner.api_key);
  });

  it('[AU20] must be signed by the private key, or with a long enough secret', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const pem = await exportSPKI(publicKey);
    const verifier = await JwtVerifier.of({ key: pem, issuer: null });
    const token = await new SignJWT({ email: 'a@b.example' })
      .setProtectedHeader({ alg: 'RS256' })
      .setExpirationTime('1h')
      .sign(privateKey);
    expect(await verifier.addressIn(token, server.realm, false, server.clock.now())).toBe('a@b.example');
    // The public key is not secret: a token signed with it as an HMAC secret is refused.
    const confused = signedToken({ email: 'a@b.example' }, pem);
    expect(await verifier.addressIn(confused, server.realm, false, server.clock.now())).toBeNull();
    await expect(JwtVerifier.of({ key: 'x'.repeat(31), issuer: null })).rejects.toThrow('32 bytes');
    await expect(JwtVerifier.of({ key: '-----BEGIN PUBLIC KEY-----\nx', issuer: null })).rejects.toThrow('PEM');
  });

  it('[AU20] must come from the configured issuer', async () => {
    const verifier = await JwtVerifier.of({ key: JWT_KEY, issuer: 'https://login.example' });
    const found = (claims: object) =>
      verifier.addressIn(signedToken({ email: 'a@b.example', ...claims }), server.realm, false, server.clock.now());
    expect(await found({ iss: 'https://login.example' })).toBe('a@b.example');
    for (const claims of [
      {},
      { iss: 'https://login.example.evil.example' },
      { iss: '' },
      { iss: ['https://login.example'] },
    ])
      expect([claims, await found(claims)]).toEqual([claims, null]);
  });

  it('[HT826] is not parsed if that would keep others waiting, whoever signed it', async () => {
    const verifier = await JwtVerifier.of({ key: JWT_KEY, issuer: null });
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const [head, , mac] = signedToken({}).split('.');
    const parse = spyOn(JSON, 'parse');
    for (const costly of [`{"alg":"HS256","x":${'['.repeat(700_000)}`, `[${'1,'.repeat(200_000)}1]`])
      for (const token of [`${encode(costly)}.e30.${mac}`, `${head}.${encode(costly)}.${mac}`])
        expect(await verifier.addressIn(token, server.realm, false, server.clock.now())).toBeNull();
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    // Nothing is wrong with a long text.
    const long = signedToken({ email: 'a@b.example', name: '[{,'.repeat(100_000) });
    expect(await verifier.addressIn(long, server.realm, false, server.clock.now())).toBe('a@b.example');
  });

  it('[AU20] is refused by a server without a key', async () => {
    const plain = await startServer({ jwt: false });
    const call = plain.client().jwtFetchApiKey({ token: signedToken({ email: 'x' }) });
    await expect(call).rejects.toMatchObject({ message: 'JWT authentication is not enabled for this organization' });
    await plain.stop();
  });
});
