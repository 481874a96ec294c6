// Dialogflow: https://cloud.google.com/dialogflow/es/docs/fulfillment-webhook. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { clip, inline, literal } from '../../markdown.rules.ts';
import { count, items, maybe, part } from '../../payload.rules.ts';

const result = { fulfillment: part(z.looseObject({ speech: maybe })) };
const FirstVersion = z.looseObject({
  result: z.looseObject(result),
  alternateResult: part(z.looseObject(result)),
  status: part(z.looseObject({ code: count, errorDetails: maybe, errorType: maybe })),
});
const SecondVersion = z.looseObject({
  queryResult: z.looseObject({
    fulfillmentText: maybe,
    fulfillmentMessages: items(z.looseObject({ text: z.looseObject({ text: items(z.string()) }) })),
  }),
});

const OK = 200;
const ANSWER_MAX = 8000;

const firstFilled = (texts: readonly (string | null | undefined)[]): string =>
  texts.map((text) => text?.trim()).find((text) => text) ?? '';

function answerOf(payload: unknown): string {
  const second = SecondVersion.safeParse(payload);
  if (second.success) {
    const { fulfillmentText, fulfillmentMessages } = second.data.queryResult;
    return firstFilled([fulfillmentText, ...fulfillmentMessages.flatMap(({ text }) => text.text)]);
  }
  const { result, alternateResult, status } = FirstVersion.parse(payload);
  if (status?.code != null && status.code !== OK)
    return inline(`${status.code} - ${status.errorDetails || status.errorType || 'unknown error'}`);
  return firstFilled([result.fulfillment?.speech, alternateResult?.fulfillment?.speech]);
}

export const dialogflow: PayloadFormat = ({ payload }) => {
  const answer = literal(clip(answerOf(payload), ANSWER_MAX));
  return { topic: 'Dialogflow', content: answer || "Dialogflow couldn't process your query.", event: null };
};
