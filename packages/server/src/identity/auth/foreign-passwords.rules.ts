// Password hashes of other chats, which an import brings: which ones are known, with limits on what checking one may cost. Pure.

export type ForeignHash =
  | {
      readonly kind: 'pbkdf2';
      readonly digest: 'sha1' | 'sha256' | 'sha512';
      readonly passes: number;
      readonly salt: string;
      readonly tag: string;
    }
  | {
      readonly kind: 'argon2';
      readonly variant: 'argon2id' | 'argon2i' | 'argon2d';
      readonly memory: number;
      readonly passes: number;
      readonly parallelism: number;
      readonly salt: string;
      readonly tag: string;
    }
  /** `of_digest`: of the hexadecimal SHA-256 of the password, because bcrypt takes 72 bytes only. */
  | { readonly kind: 'bcrypt'; readonly of_digest: boolean; readonly hash: string };

const PBKDF2_PASSES_MAX = 5_000_000;
/** KiB. */
const ARGON2_MEMORY_MAX = 262_144;
const ARGON2_PASSES_MAX = 20;
const ARGON2_LANES_MAX = 16;
/** Each step doubles the time: 14 is a second. */
const BCRYPT_COST_MAX = 14;

const PBKDF2 = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,8})\$([^$]{1,200})\$([A-Za-z0-9+/]{16,200}={0,2})$/;
const ARGON2 =
  /^argon2\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,200})\$([A-Za-z0-9+/]{16,200})$/;
const BCRYPT = /^(bcrypt|bcrypt_sha256)\$(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53})$/;

/** The parts of a hash in the form that Django keeps it in; null for unknown ones, and for those that cost too much to check. */
export function foreignHash(stored: string): ForeignHash | null {
  const pbkdf2 = PBKDF2.exec(stored);
  if (pbkdf2) {
    const [, digest, passes, salt = '', tag = ''] = pbkdf2;
    const is_payable = Number(passes) >= 1 && Number(passes) <= PBKDF2_PASSES_MAX;
    return is_payable ? { kind: 'pbkdf2', digest: digest as 'sha256', passes: Number(passes), salt, tag } : null;
  }
  const argon2 = ARGON2.exec(stored);
  if (argon2) {
    const [, variant, m, t, p, salt = '', tag = ''] = argon2;
    const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
    const is_payable =
      memory <= ARGON2_MEMORY_MAX &&
      passes >= 1 &&
      passes <= ARGON2_PASSES_MAX &&
      parallelism >= 1 &&
      parallelism <= ARGON2_LANES_MAX &&
      memory >= 8 * parallelism;
    return is_payable
      ? { kind: 'argon2', variant: variant as 'argon2id', memory, passes, parallelism, salt, tag }
      : null;
  }
  const bcrypt = BCRYPT.exec(stored);
  if (!bcrypt || Number(bcrypt[3]) < 4 || Number(bcrypt[3]) > BCRYPT_COST_MAX) return null;
  return { kind: 'bcrypt', of_digest: bcrypt[1] === 'bcrypt_sha256', hash: bcrypt[2] as string };
}
