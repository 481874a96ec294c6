// What it costs to ask whether a queue wants a message.
import { describe, expect, it } from 'bun:test';
import type { LoggedMessage } from './logged-message.ts';
import { queueNarrow } from './queue-narrow.ts';

/** A direct message to this many people, which counts how often their addresses are read. */
function directMessage(count: number) {
  const read = { addresses: 0 };
  const people = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    full_name: `Person ${at + 1}`,
    get email() {
      read.addresses += 1;
      return `person${at + 1}@stoa.example`;
    },
  }));
  return { message: { id: 1, display_recipient: people, subject: '' } as unknown as LoggedMessage, read };
}
const matches = (operand: string, message: LoggedMessage) => queueNarrow([['dm', operand]])(message, [], false);

describe('[EV800] a queue’s narrow for direct messages', () => {
  it('looks at nobody in a message to more people than it names', () => {
    const { message, read } = directMessage(4000);
    expect(matches(Array.from({ length: 200 }, () => '4000').join(), message)).toBe(false);
    expect(read.addresses).toBe(0);
  });

  it('looks once at each participant, however many people it names', () => {
    const { message, read } = directMessage(150);
    const everybody = Array.from({ length: 150 }, (_, at) => `person${150 - at}@stoa.example`).join();
    expect(matches(everybody, message)).toBe(true);
    expect(read.addresses).toBe(150);
  });

  it('matches the people it names, with the reader or without, by id or address', () => {
    const { message } = directMessage(3);
    for (const operand of ['2,3', '3, 2', '1,2,3', 'Person2@stoa.example,3'])
      expect(matches(operand, message)).toBe(true);
    for (const operand of ['2', '2,2,2', '2,4', '2,3,4', '']) expect(matches(operand, message)).toBe(false);
  });
});
