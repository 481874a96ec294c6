// Payloads of Buildbot, written from its public documentation, with the fields that the formats read.

const build = {
  event: 'finished',
  buildid: 34,
  buildername: 'runtests',
  url: 'https://buildbot.example/#builders/1/builds/34',
  project: 'engine',
  results: 2,
};

export const BUILDBOT: Readonly<Record<string, unknown>> = {
  new: { ...build, event: 'new', results: undefined },
  finished: build,
  'finished without a project': { ...build, project: '', results: 0 },
};
