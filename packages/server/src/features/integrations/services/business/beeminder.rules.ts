// Beeminder: https://api.beeminder.com/#goal (its webhook posts a goal about to derail). Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold } from '../../markdown.rules.ts';
import { count, maybe, text } from '../../payload.rules.ts';
import { timeOfSeconds } from '../facts.rules.ts';

const Payload = z.looseObject({
  goal: z.looseObject({ slug: text, limsum: maybe, losedate: count, pledge: count }),
});

export const beeminder: PayloadFormat = ({ payload }) => {
  const { slug, limsum, losedate, pledge } = Payload.parse(payload).goal;
  const end = timeOfSeconds(losedate);
  const when = end === null ? 'soon' : `at ${end}`;
  const needed = limsum ? ` You need ${bold(limsum)} to avoid derailing.` : '';
  const mood = pledge ? ':worried:' : ':relieved:';
  const stake = pledge == null ? '' : `\n* Pledge: **$${pledge}** ${mood}`;
  return {
    topic: 'beekeeper',
    content: `You are going to derail from goal ${bold(slug) || 'without a name'} ${when}.${needed}${stake}`,
    event: null,
  };
};
