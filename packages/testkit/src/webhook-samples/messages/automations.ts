// Payloads of services that pass on what people wrote, with the fields that the formats read.

export const IFTTT = {
  message: { topic: 'Rain', content: 'It *will* rain.\nTake an umbrella.' },
  'message with former name of topic': { subject: 'Rain', content: 'It will rain.' },
};

export const ZAPIER = {
  ...IFTTT,
  auth: { type: 'auth' },
};

export const HOMEASSISTANT = {
  message: { message: 'The **door** is open.' },
  'number with title': { title: 'Heat', message: 21.5 },
  'message with topic': { topic: 'Doors', message: 'The door is open.' },
};

export const FLOCK = {
  'message in FlockML': { text: '', flockml: '<flockml>The pump is <b>hot</b>.</flockml>', attachments: null },
  message: { text: 'The pump is hot.\n\nVery hot.', notification: '' },
  notification: { text: '', notification: 'Mira M pinned an item' },
  reply: {
    text: 'Cool it!',
    attachments: [{ title: 'in reply to Mira M', description: 'The pump is hot.' }],
  },
  nothing: { text: '', attachments: [{ color: '#0bbe51' }] },
};

export const DROPBOX = {
  change: { list_folder: { accounts: ['dbid:AAH4'] }, delta: { users: [7] } },
};

export const HELLOWORLD = {
  article: { featured_title: 'Heat pump', featured_url: 'https://en.wikipedia.org/wiki/Heat_pump' },
  'article without address': { featured_title: 'Heat pump', featured_url: 'Heat_pump' },
};

const post = { post_title: 'Hot pumps', post_type: 'post', post_url: 'https://blog.example/pumps' };

export const WORDPRESS = {
  publish_post: { hook: 'publish_post', ...post },
  'publish_post without fields': { hook: 'publish_post' },
  publish_page: { hook: 'publish_page', ...post, post_type: 'page' },
  user_register: { hook: 'user_register', display_name: 'Mira M', user_email: 'mira@blog.example' },
  'user_register without address': { hook: 'user_register', display_name: 'Mira M' },
  wp_login: { hook: 'wp_login', user_login: 'mira' },
};

const form = { formTitle: 'Spare parts', submissionID: '6084250982513018472' };

export const JOTFORM = {
  submission: {
    ...form,
    pretty: "Customer's Name:Mira M, Parts:Fan, Belt, Photo:https://forms.example/1, https://forms.example/2",
  },
  'submission without a title': { submissionID: 6084250982513018, pretty: null },
  'submission without answers': { ...form, pretty: '' },
};
