// Dialogflow: https://cloud.google.com/dialogflow/es/docs/fulfillment-webhook. Pure.
import { z } from 'zod';
import type { Delivery, Notice, PayloadFormat } from '../../integration.rules.ts';
import { clip, inline, literal } from '../../markdown.rules.ts';
import { maybe } from './business.rules.ts';

const Fulfillment = z.looseObject({ fulfillment: z.looseObject({ speech: maybe }).nullish() });
/** Of its first version. */
const Result = z.looseObject({
  result: Fulfillment,
  alternateResult: Fulfillment.nullish(),
  status: z.looseObject({ code: z.number(), errorDetails: maybe }),
});
const QueryResult = z.looseObject({ queryResult: z.looseObject({ fulfillmentText: maybe }) });

const ANSWER_MAX = 8000;

function answered(payload: unknown): string {
  const second = QueryResult.safeParse(payload);
  if (second.success) return second.data.queryResult.fulfillmentText?.trim() ?? '';
  const { result, alternateResult, status } = Result.parse(payload);
  if (status.code !== 200) return inline(`${status.code} - ${status.errorDetails || 'unknown error'}`);
  const answers = [result, alternateResult].map((answer) => answer?.fulfillment?.speech?.trim());
  return answers.find((answer) => answer) ?? '';
}

function format({ payload }: Delivery): Notice {
  const answer = literal(clip(answered(payload), ANSWER_MAX));
  return { topic: 'Dialogflow', content: answer || "Dialogflow couldn't process your query.", event: null };
}

export const dialogflow: PayloadFormat = format;
