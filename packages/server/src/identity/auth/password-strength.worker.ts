// The thread that estimates how many guesses find a password. Knows nothing else.
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { ChosenPassword } from './password-strength.ts';

/** Characters of a password to look at: more don't make it weaker, but slow the estimate down. */
const LOOKED_AT = 64;

const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs });

parentPort!.on('message', ({ id, question }: { id: number; question: ChosenPassword }) => {
  const { guesses } = estimator.check(question.password.slice(0, LOOKED_AT), [...question.about]);
  parentPort!.postMessage({ id, reply: guesses });
});
