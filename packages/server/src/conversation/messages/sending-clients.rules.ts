// What follows from the program that a message was sent with. Pure.

/** Programs in front of which somebody sits, in lower case; those of others send on their own. */
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

/** Whether the sender has read what they sent, where the program does not say. [MS38] */
export function isReadBySender(client: string): boolean {
  const name = client.toLowerCase();
  return OF_PEOPLE.has(name) || name.includes('desktop app');
}
