// Data of the demo organization: people, channels and what they talk about.
import { ROLE, type Role } from '@stoa/contract';

export interface DemoPerson {
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
}

/** The first person owns the organization. */
export const PEOPLE = {
  iris: { email: 'iris@demo.example', full_name: 'Iris Okafor', role: ROLE.owner },
  jonas: { email: 'jonas@demo.example', full_name: 'Jonas Weber', role: ROLE.administrator },
  mira: { email: 'mira@demo.example', full_name: 'Mira Takahashi', role: ROLE.moderator },
  noor: { email: 'noor@demo.example', full_name: 'Noor Haddad', role: ROLE.member },
  pavel: { email: 'pavel@demo.example', full_name: 'Pavel Dvořák', role: ROLE.member },
  sofia: { email: 'sofia@demo.example', full_name: 'Sofía Castillo', role: ROLE.member },
  tomas: { email: 'tomas@demo.example', full_name: 'Tomás Lindqvist', role: ROLE.member },
  gwen: { email: 'gwen@demo.example', full_name: 'Gwen Visiting', role: ROLE.guest },
} as const satisfies Record<string, DemoPerson>;
export type DemoName = keyof typeof PEOPLE;

export const BOT = { owner: 'noor', short_name: 'lantern', full_name: 'Lantern Bot' } as const;

export interface DemoChannel {
  readonly name: string;
  readonly description: string;
  readonly options: Readonly<Record<string, boolean>>;
  readonly subscribers: readonly DemoName[];
  readonly topics: readonly string[];
}

const EVERYBODY = Object.keys(PEOPLE) as DemoName[];
const TEAM = EVERYBODY.filter((name) => name !== 'gwen');

export const CHANNELS: readonly DemoChannel[] = [
  {
    name: 'general',
    description: 'Everyone, about **everything** that has no place of its own',
    options: {},
    subscribers: TEAM,
    topics: ['welcome', 'office plants', 'lunch on Thursday', 'holiday calendar'],
  },
  {
    name: 'engineering',
    description: 'How it is built, and why it broke',
    options: {},
    subscribers: ['iris', 'jonas', 'noor', 'pavel', 'tomas'],
    topics: ['release 1.4', 'flaky upload test', 'database upgrade', 'code review etiquette', 'on-call handover'],
  },
  {
    name: 'design',
    description: 'Sketches, words and colours',
    options: {},
    subscribers: ['mira', 'sofia', 'noor', 'gwen'],
    topics: ['new icons', 'onboarding texts', 'dark theme'],
  },
  {
    name: 'announcements',
    description: 'News for the whole house, guests included',
    options: {},
    subscribers: EVERYBODY,
    topics: ['version 1.3 is out', 'maintenance windows'],
  },
  {
    name: 'leadership',
    description: 'Private; those who join later can read what came before',
    options: { invite_only: true, history_public_to_subscribers: true },
    subscribers: ['iris', 'jonas', 'mira'],
    topics: ['budget', 'hiring'],
  },
  {
    name: 'incident room',
    description: 'Private; those who join later see only what comes after',
    options: { invite_only: true, history_public_to_subscribers: false },
    subscribers: ['iris', 'jonas', 'noor', 'pavel'],
    topics: ['mail delays on Monday'],
  },
];

export const MESSAGES_PER_TOPIC = 18;

/** Direct messages; the first person of each conversation writes first. */
export const DIRECT: readonly (readonly DemoName[])[] = [
  ['iris', 'jonas'],
  ['noor', 'pavel'],
  ['mira', 'sofia', 'noor'],
  ['gwen', 'sofia'],
];
export const MESSAGES_PER_CONVERSATION = 12;

/** `%` is replaced by the topic. */
export const OPENINGS: readonly string[] = [
  'Let us collect here what we know about *%*.',
  'I have a first draft for **%** and would like your opinion.',
  'A short question on %: who looked at it last?',
];

export const REPLIES: readonly string[] = [
  'Good point. I will try it this afternoon.',
  'I wrote down the steps:\n\n1. take a copy of the data\n2. try it there\n3. only then do it for real',
  'That matches what I saw yesterday.',
  'Could we do it in two parts? The first is *small*, the second can wait until next week.',
  'Here is what it looks like:\n\n```python\ndef total(orders):\n    return sum(order.amount for order in orders)\n```',
  '> only then do it for real\n\nThis has saved me more than once.',
  'Yes, go ahead.',
  'The numbers are better than I expected: `p50` fell from 14 ms to 9 ms.',
  'I do not understand the third step yet. What happens when nobody answers?',
  'Then it is tried again after a minute, and again after ten.',
  'Thank you, that was the missing piece.',
  'Written up at https://docs.example.com/notes for those who were away.',
  'Let me know when it is done and I will tell the others.',
  'Done: see above. What is left is\n\n- a check that it stays so\n- a line in the changelog',
  'I am out tomorrow; Tomás knows everything about it.',
  'Can this wait until Monday? I would rather not do it on a Friday evening.',
  'Agreed, Monday morning.',
];
