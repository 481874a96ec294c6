// The address of a PostgreSQL database, for people to read.

const SECRET_PARAMETERS = /([?&](?:password|sslpassword)=)[^&]*/gi;

/** Without passwords, wherever they are, also in one that can't be read. `instead`: what is shown for them. */
export function withoutPassword(url: string, instead = '***'): string {
  const [, scheme, rest] = /^([a-z]*:\/\/)?(.*)$/s.exec(url)!;
  // A password that is not encoded may have any character, also @.
  const at = rest!.lastIndexOf('@') + 1;
  const [user, password] = [rest!.slice(0, at).split(':', 1)[0]!, rest!.slice(0, at).includes(':')];
  const credentials = password ? `${user}:${instead}@` : user;
  return `${scheme ?? ''}${credentials}${rest!.slice(at).replace(SECRET_PARAMETERS, `$1${instead}`)}`;
}
