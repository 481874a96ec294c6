// The narrow of an event queue: filters new messages that passed the access rule. Pure.
import { BadRequest, topicKey } from '@stoa/contract';
import { topicNamed } from '../message-rules/topics.rules.ts';
import type { LoggedMessage } from './logged-message.ts';

type QueueNarrow = readonly (readonly [string, string])[];
/** `is_unseen`: the reader may not see the sender. */
type Test = (message: LoggedMessage, flags: readonly string[], is_unseen: boolean) => boolean;
/** Flags for each operand of `is`; a new message is never starred. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  starred: ['starred'],
  mentioned: ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'],
  alerted: ['has_alert_word'],
};

const isDirect: Test = (message) => message.stream_id === undefined;

// What does not depend on the message is computed once: a poll asks for each of many thousand messages. [EV800]

function inChannel(operand: string): Test {
  const key = topicKey(operand);
  return (message) =>
    message.stream_id !== undefined &&
    (topicKey(message.display_recipient as string) === key || String(message.stream_id) === operand);
}

function inTopic(operand: string): Test {
  const key = topicKey(topicNamed(operand));
  return (message) => message.stream_id !== undefined && topicKey(message.subject) === key;
}

function sentBy(operand: string): Test {
  const key = topicKey(operand);
  return (message, _flags, is_unseen) =>
    !is_unseen && (topicKey(message.sender_email) === key || String(message.sender_id) === operand);
}

function withPeople(operand: string): Test {
  const operands = new Set(operand.split(',').map((part) => part.trim().toLowerCase()));
  return (message) => {
    if (message.stream_id !== undefined || typeof message.display_recipient === 'string') return false;
    const people = message.display_recipient;
    // The reader is a participant and need not be named. First, because a message may have thousands of participants.
    if (people.length > operands.size + 1) return false;
    const names = new Set(people.flatMap(({ id, email }) => [String(id), email.toLowerCase()]));
    return [...operands].every((participant) => names.has(participant));
  };
}

function testOf(operator: string, operand: string): Test {
  switch (operator) {
    case 'channel':
    case 'stream':
      return inChannel(operand);
    case 'topic':
    case 'subject':
      return inTopic(operand);
    case 'sender':
    case 'from':
      return sentBy(operand);
    case 'dm':
    case 'pm-with':
    case 'pm_with':
      return withPeople(operand);
    case 'is':
      if (operand === 'dm' || operand === 'private') return isDirect;
      if (operand === 'unread') return (_, flags) => !flags.includes('read');
      if (operand === 'resolved')
        return (message) => message.stream_id !== undefined && message.subject.startsWith('✔ ');
      // A message does not say what the reader mutes: clients filter that themselves.
      if (operand === 'muted') return () => true;
      if (operand === 'followed') throw BadRequest('Operand followed not supported.');
      if (Object.hasOwn(FLAGS, operand)) return (_, flags) => FLAGS[operand]!.some((flag) => flags.includes(flag));
  }
  throw BadRequest(operator === 'is' ? `Operand ${operand} not supported.` : `Operator ${operator} not supported.`);
}

/** Throws for operators that queues don't support. [EV12] [NA15] */
export function queueNarrow(narrow: QueueNarrow): Test {
  const terms = new Map(narrow.map((term) => [JSON.stringify(term), term]));
  const tests = [...terms.values()].map(([operator, operand]) => {
    const test = testOf(operator.replace(/^-/, ''), operand);
    if (operator.replace(/^-/, '') === 'is' && operand === 'muted') return test;
    return operator.startsWith('-') ? (...args: Parameters<Test>) => !test(...args) : test;
  });
  return (...args) => tests.every((test) => test(...args));
}

const prepared = new WeakMap<QueueNarrow, Test>();

/** Whether a message with these flags matches the queue's narrow. */
export function wantsMessage(
  narrow: QueueNarrow,
  message: LoggedMessage,
  flags: readonly string[],
  is_unseen: boolean,
): boolean {
  const test = prepared.get(narrow) ?? queueNarrow(narrow);
  prepared.set(narrow, test);
  return test(message, flags, is_unseen);
}
