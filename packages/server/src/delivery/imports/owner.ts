// Who owns an imported organization. Pure. [IM13]
import { emailKey } from '../../kit/text/email-addresses.ts';
import type { Archive, ArchiveUser } from './archive.ts';
import { ArchiveError } from './archive-error.ts';
import { mapList, type RecordList } from './records/packed-list.ts';

const ROLES = ['owner', 'administrator', 'moderator', 'member'] as const;

/** The first active person of the highest role among those that `isPossible`. */
function highest(users: Iterable<ArchiveUser>, isPossible: (user: ArchiveUser) => boolean): ArchiveUser | undefined {
  let found: ArchiveUser | undefined;
  const rank = ({ role }: ArchiveUser) => ROLES.indexOf(role as 'owner');
  for (const user of users) {
    if (user.bot !== null || !user.is_active || rank(user) === -1 || !isPossible(user)) continue;
    if (found === undefined || rank(user) < rank(found)) found = user;
  }
  return found;
}

/** An owner of the old organization with an address, or the highest role that has one. */
export function ownerOf({ users }: Archive): ArchiveUser {
  const owner = highest(users, ({ email }) => email !== null);
  if (owner) return owner;
  throw new ArchiveError('there is nobody with an email address who could own the organization: name one with --owner');
}

/**
 * Makes the person with this address an owner. If nobody has it, the person with the highest role among those without an address
 * gets it: the exports of some chats have no addresses.
 */
export function withOwner(users: RecordList<ArchiveUser>, email: string | null): RecordList<ArchiveUser> {
  if (email === null) return users;
  const known = personAt(users, emailKey(email));
  const owner = known ?? highest(users, (user) => user.email === null);
  if (!owner) throw new ArchiveError(`nobody in the archive could own the organization as ${email}`);
  return mapList(users, (user) =>
    user.id === owner.id ? { ...user, email: user.email ?? email, role: 'owner' } : user,
  );
}

function personAt(users: Iterable<ArchiveUser>, key: string): ArchiveUser | undefined {
  for (const user of users)
    if (user.bot === null && user.is_active && user.email !== null && emailKey(user.email) === key) return user;
  return undefined;
}
