// Jotform: https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, bullets, inline, topicOf } from '../../markdown.rules.ts';
import { maybe, required } from '../../payload.rules.ts';

const Payload = z.looseObject({
  formTitle: maybe,
  submissionID: maybe,
  /** Questions and answers: `Name:Mira M, Grade:12`. */
  pretty: maybe,
});

const ANSWERS_SHOWN = 50;
const ANSWERS_LENGTH = 20_000;
/** A comma ends an answer if a question follows. The colon of an address begins no answer. */
const BETWEEN = /, (?!https?:)(?=[^,:\n]{1,200}:)/;

function answer(text: string): string {
  const colon = text.indexOf(':');
  const question = bold(text.slice(0, Math.max(colon, 0)));
  return question === '' ? inline(text) : `${question}: ${inline(text.slice(colon + 1))}`;
}

export const jotform: PayloadFormat = ({ payload }) => {
  const { formTitle, submissionID, pretty } = Payload.parse(payload);
  const answers = (pretty ?? '')
    .slice(0, ANSWERS_LENGTH)
    .split(BETWEEN)
    .filter((text) => text.trim() !== '');
  required(formTitle || submissionID || null);
  const id = submissionID ? ` (ID ${inline(submissionID)})` : '';
  const list = bullets(answers.slice(0, ANSWERS_SHOWN).map(answer), answers.length);
  return {
    topic: topicOf(formTitle || 'Jotform'),
    content: `A new submission${id} was received${list === '' ? '.' : `:\n${list}`}`,
    event: null,
  };
};
