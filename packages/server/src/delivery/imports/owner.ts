// Who owns an imported organization. Pure. [IM13]
import { emailKey } from '../../kit/email-addresses.ts';
import { type Archive, ArchiveError, type ArchiveUser } from './archive.ts';

/** The active person of the highest role. */
function highest(users: readonly ArchiveUser[]): ArchiveUser | undefined {
  for (const role of ['owner', 'administrator', 'moderator', 'member'] as const) {
    const found = users.find((user) => user.role === role);
    if (found) return found;
  }
  return undefined;
}

const people = (users: readonly ArchiveUser[]) => users.filter(({ bot, is_active }) => bot === null && is_active);

/** An owner of the old organization with an address, or the highest role that has one. */
export function ownerOf({ users }: Archive): ArchiveUser {
  const owner = highest(people(users).filter(({ email }) => email !== null));
  if (owner) return owner;
  throw new ArchiveError('there is nobody with an email address who could own the organization: name one with --owner');
}

/**
 * Makes the person with this address an owner. If nobody has it, the person with the highest role among those without an address
 * gets it: the exports of some chats have no addresses.
 */
export function withOwner(users: readonly ArchiveUser[], email: string | null): readonly ArchiveUser[] {
  if (email === null) return users;
  const known = people(users).find((user) => user.email !== null && emailKey(user.email) === emailKey(email));
  const owner = known ?? highest(people(users).filter((user) => user.email === null));
  if (!owner) throw new ArchiveError(`nobody in the archive could own the organization as ${email}`);
  return users.map((user) => (user === owner ? { ...user, email: user.email ?? email, role: 'owner' } : user));
}
