// bcrypt, by the runtime: in a thread of its own, so that a slow comparison holds nobody up.

export const verifyBcrypt = (password: string, hash: string): Promise<boolean> =>
  Bun.password.verify(password, hash, 'bcrypt');
