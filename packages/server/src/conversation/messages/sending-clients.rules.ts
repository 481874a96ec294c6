// Derives facts about a message from its sending client. Pure.

/** Interactive clients, in lower case; all others send without a person watching. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipflutter',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether a message counts as read by its sender, if the request does not say. [MS38] */
export function isReadBySender(client: string): boolean {
  const name = client.toLowerCase();
  return OF_PEOPLE.has(name) || name.includes('desktop app');
}
