// The example with which developers of integrations begin: https://zulip.com/api/incoming-webhooks-walkthrough. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, inline, link } from '../../markdown.rules.ts';
import { maybe, text } from '../../payload.rules.ts';

const Payload = z.looseObject({ featured_title: text, featured_url: maybe });

export const helloworld: PayloadFormat = ({ payload }) => {
  const { featured_title, featured_url } = Payload.parse(payload);
  const title = inline(featured_title).replaceAll('*', '').trim() || 'Untitled';
  const article = link(title, featured_url);
  return {
    topic: 'Hello World',
    content: `Hello! I am happy to be here! :smile:\nThe Wikipedia featured article for today is ${article === title ? bold(title) : `**${article}**`}`,
    event: null,
  };
};
