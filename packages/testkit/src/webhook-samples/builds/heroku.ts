// Payloads of Heroku, written from its public documentation, with the fields that the formats read.

const deploy = {
  app: 'engine',
  user: 'mira',
  head: '3eb5f44',
  url: 'https://engine.herokuapp.example',
  git_log: '  * Mira M: Turn the fan\n  * Bo: Oil it',
};

/** Fields of a form. */
export const HEROKU: Readonly<Record<string, unknown>> = { deploy, 'deploy without a log': { ...deploy, git_log: '' } };
