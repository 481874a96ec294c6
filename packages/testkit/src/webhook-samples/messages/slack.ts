// Payloads for Slack's incoming webhooks: legacy text and attachments, blocks, and rich text.

export const SLACK = {
  text: 'Build *#42* of <https://ci.example/42|engine> _failed_ &amp; was ~kept~, <!channel> <@U024BE7LH|mira>',
  channel: '#builds',
  attachments: [
    {
      fallback: 'Build 42',
      color: '#36a64f',
      pretext: 'From CI',
      title: 'Build 42',
      title_link: 'https://ci.example/42',
      text: 'See `make *all*`',
      fields: [{ title: 'Branch', value: 'main', short: true }],
      footer: 'CI',
      ts: 1712345678,
    },
  ],
};
export const SLACK_BLOCKS = {
  text: 'only for old clients',
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: 'Deployed' } },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: '*engine* to <https://prod.example|production>' },
      fields: [{ type: 'mrkdwn', text: '*By*\nmira' }],
    },
    { type: 'divider' },
    {
      type: 'context',
      elements: [
        { type: 'mrkdwn', text: 'just now' },
        { type: 'image', image_url: 'https://i.example/a.png', alt_text: 'a' },
      ],
    },
    {
      type: 'actions',
      elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://prod.example/1' }],
    },
  ],
};
export const SLACK_RICH_TEXT = {
  text: 'only for old clients',
  blocks: [
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'Deployed ' },
            { type: 'text', text: 'engine ', style: { bold: true } },
            { type: 'text', text: 'v2', style: { code: true } },
            { type: 'text', text: ' by ' },
            { type: 'user', user_id: 'U024BE7LH' },
            { type: 'text', text: ', see ' },
            { type: 'link', url: 'https://ci.example/42', text: 'the build' },
            { type: 'text', text: ' ' },
            { type: 'emoji', name: 'tada', unicode: '1f389' },
            { type: 'broadcast', range: 'here' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          indent: 0,
          elements: [
            { type: 'rich_text_section', elements: [{ type: 'text', text: 'pumps', style: { italic: true } }] },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'bullet',
          indent: 1,
          elements: [
            { type: 'rich_text_section', elements: [{ type: 'text', text: 'fans', style: { strike: true } }] },
          ],
        },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'exit 0' }] },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'Cooler.\nMuch.' }] },
        { type: 'rich_text_section', elements: [{ type: 'date', timestamp: 1712345678, format: '{date}' }] },
      ],
    },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: 'Done' },
      accessory: { type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://prod.example/1' },
    },
    { type: 'markdown', text: 'It is *so* cool' },
  ],
  attachments: [
    {
      color: '#36a64f',
      image_url: 'https://i.example/chart.png',
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Took *4* minutes' } }],
    },
  ],
};
/** Fields of other types than documented. */
export const SLACK_ODD = {
  text: 42,
  channel: null,
  blocks: {},
  attachments: [
    null,
    {
      title: 'Fan stands still',
      fields: [{ title: 'Rounds', value: 0 }, 'none'],
      actions: [
        { type: 'button', text: 'Open', url: 'https://fan.example' },
        { type: 'button', text: 'Ignore' },
      ],
      ts: '1712345678.5',
    },
    { blocks: [{ type: 'video', title: { type: 'plain_text', text: 'Fan' }, title_url: 'https://fan.example/v' }] },
  ],
};
export const SLACK_EVENT = {
  type: 'event_callback',
  event: {
    type: 'message',
    user: 'U024BE7LH',
    channel: 'C024BE7LR',
    text: '*Done*, see _this_',
    files: [{ title: 'plan.pdf', permalink: 'https://files.slack.example/plan.pdf' }],
  },
};
const said = (event: object) => ({ ...SLACK_EVENT, event: { ...SLACK_EVENT.event, files: null, ...event } });
export const SLACK_EVENTS = {
  event: SLACK_EVENT,
  'event of code': said({ text: '```\nexit 0\n```' }),
  'event of references': said({
    text: '<#C024BE7LR|> <#C024BE7LS|builds> <!here> <!subteam^S012|@ops> <!subteam^S012> <!date^1712345678^{date}|then>',
  }),
  'event in a thread and the channel': said({ subtype: 'thread_broadcast', text: 'See above' }),
  'event of an edit': said({ subtype: 'message_changed', text: null }),
};
export const SLACK_LEGACY = {
  token: 'T',
  channel_name: 'general',
  user_name: 'mira',
  text: 'It ~works~ <https://a.example>',
};
