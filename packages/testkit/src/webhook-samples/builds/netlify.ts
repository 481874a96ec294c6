// Payloads of Netlify, written from its public documentation, with the fields that the formats read.

const deploy = {
  name: 'engine-site',
  state: 'ready',
  url: 'https://engine-site.netlify.example',
  branch: 'main',
  locked: null,
  error_message: null,
};

/** Keyed by event header. */
export const NETLIFY: Readonly<Record<string, unknown>> = {
  deploy_building: { ...deploy, state: 'building' },
  deploy_created: deploy,
  deploy_failed: { ...deploy, state: 'error', error_message: 'Build script returned non-zero exit code: 2' },
  deploy_locked: { ...deploy, locked: true },
  deploy_unlocked: { ...deploy, branch: null },
};
export const NETLIFY_UNNAMED: Readonly<Record<string, unknown>> = {
  'without a header': deploy,
  'failed without a header': { ...deploy, state: 'error' },
};
