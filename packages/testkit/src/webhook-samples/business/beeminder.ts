// Payloads of Beeminder, written from its public documentation, with the fields that the formats read.

const goal = { slug: 'run', title: 'Run more', limsum: '+2 in 7 days (60)', losedate: 1796186096, pledge: 0 };
export const BEEMINDER = { derailing: { goal }, 'derailing with a pledge': { goal: { ...goal, pledge: 5 } } };
