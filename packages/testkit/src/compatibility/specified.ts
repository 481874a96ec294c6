// The endpoints of the specification by section, with all rules of each subject and the tests that prove them.
import { type Endpoint, endpoints } from '@stoa/contract';
import { type ProvingTest, sortRules } from './tests-by-rule.ts';

/** Section, name in the contract, and the rule prefixes that are about it. With a star also if no test calls it. */
const SPECIFIED: readonly [string, keyof typeof endpoints, string][] = [
  ['4.1', 'updateStream', 'CH FO RT'],
  ['4.2', 'getEvents', 'EV*'],
  ['4.3', 'updateUserByEmail', 'US'],
  ['4.4', 'updateChannelFolder', 'FO'],
  ['4.5', 'getUser', 'US AV'],
  ['4.6', 'getMessages', 'MS NA SE'],
  ['4.7', 'updateUserSettingsDefaults', 'ST'],
  ['4.8', 'createChannelFolder', 'FO'],
  ['4.9', 'createProfileField', 'PF'],
  ['4.10', 'updateUser', 'US PF'],
  ['4.11', 'createMultiuseInvite', 'IV'],
  ['4.12', 'registerPushDevice', 'PU'],
  ['4.13', 'editDraft', 'DR'],
  ['4.14', 'updateProfileData', 'PF'],
  ['4.15', 'addApnsToken', 'PU'],
  ['4.16', 'removeReaction', 'RC EM'],
  ['4.17', 'createUser', 'US'],
  ['4.18', 'getStreamTopics', 'TP'],
  ['4.19', 'setTypingStatusForEdit', 'TY'],
  ['4.20', 'addNavigationView', 'NV'],
  ['4.21', 'sendTestNotification', 'PU'],
  ['4.22', 'registerQueue', 'EV* SB PR'],
];

export interface SpecifiedLine {
  readonly section: string;
  readonly endpoint: string;
  readonly rules: readonly string[];
  readonly files: readonly string[];
}

export function specifiedLines(tests: readonly ProvingTest[]): SpecifiedLine[] {
  return SPECIFIED.map(([section, name, letters]) => {
    const { method, path }: Endpoint = endpoints[name];
    const call = new RegExp(`\\.${name}\\(`);
    const about = (rule: string) => letters.includes(rule.slice(0, 2));
    const always = (rule: string) => letters.includes(`${rule.slice(0, 2)}*`);
    const calls = ({ text, shared }: ProvingTest) => call.test(text) || call.test(shared);
    const found = tests.filter((test) => test.rules.some(always) || (test.rules.some(about) && calls(test)));
    return {
      section,
      endpoint: `${method} ${path}`,
      rules: sortRules(found.flatMap(({ rules }) => rules.filter(about))),
      files: [...new Set(found.map(({ file }) => file))],
    };
  });
}

export function specifiedSection(tests: readonly ProvingTest[]): string[] {
  const lines = specifiedLines(tests).map(({ section, endpoint, rules, files }) => {
    const shown = files.map((file) => file.replace('packages/server/src/', '')).join(' ');
    return `| ${section} | \`${endpoint}\` | ${rules.join(' ')} | ${shown} |`;
  });
  const head = ['| Section | Endpoint | Rules | Tests |', '| --- | --- | --- | --- |'];
  return [
    '## Endpoints of the specification',
    '',
    'All rules about each, and all files that prove them.',
    '',
    ...head,
    ...lines,
    '',
  ];
}
