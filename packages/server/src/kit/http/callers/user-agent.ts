// The name of the calling program, as shown in a message's `client`.

const NAME_MAX = 30;

/** The part of a User-Agent before the version; browsers count as the web client. */
export function clientName(user_agent: string | null): string {
  const name = user_agent?.match(/^[^/\s(]+/)?.[0];
  if (!name) return 'Unspecified';
  if (name === 'Mozilla') return 'website';
  return name.replace(/[^\w.-]/g, '').slice(0, NAME_MAX) || 'Unspecified';
}
