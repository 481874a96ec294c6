// WordPress: https://wordpress.org/plugins/hookpress. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { inline, link } from '../../markdown.rules.ts';
import { formatOf, text } from '../../payload.rules.ts';

const field = (fallback: string) => text.catch('').transform((words) => words.trim() || fallback);
/** The plug-in's settings decide which fields it sends. */
const Fields = z.looseObject({
  hook: field('WordPress action'),
  post_title: field('New WordPress post'),
  post_type: field('post'),
  post_url: field(''),
  display_name: field('New user name'),
  user_email: field(''),
  user_login: field('Logged in user'),
});
type Fields = z.output<typeof Fields>;

const published = ({ post_type, post_title, post_url }: Fields): string =>
  `New ${inline(post_type)} published:\n* ${link(post_title, post_url)}`;

function registered({ display_name, user_email }: Fields): string {
  const email = user_email === '' ? '' : `\n* **Email**: ${inline(user_email)}`;
  return `New blog user registered:\n* **Name**: ${inline(display_name)}${email}`;
}

const HOOKS: Readonly<Record<string, (fields: Fields) => string>> = {
  publish_page: published,
  publish_post: published,
  user_register: registered,
  wp_login: ({ user_login }) => `User ${inline(user_login)} logged in.`,
};

export const wordpress: PayloadFormat = ({ payload }) => {
  const fields = Fields.parse(payload);
  const format = formatOf(HOOKS, fields.hook);
  return { topic: 'WordPress notification', content: format(fields), event: fields.hook };
};
