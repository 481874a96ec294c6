// The words of digests in each language they are written in: those of the web client. Pure.

export interface DigestTexts {
  readonly language: string;
  readonly title: string;
  readonly busiest: string;
  readonly new_channels: string;
  readonly messages: (count: number) => string;
  /** People who wrote, and how many more. */
  readonly by: (names: readonly string[], others: number) => string;
  readonly joined: (count: number) => string;
  /** Without content: messages in topics. */
  readonly hidden_messages: (messages: number, topics: number) => string;
  readonly hidden_channels: (count: number) => string;
  readonly hidden_by_organization: string;
  readonly hidden_by_reader: string;
  readonly open: (organization: string) => string;
  readonly why: (organization: string, url: string) => string;
  readonly unsubscribe: string;
  /** A label before an address on the next line, and before one on the same line. */
  readonly colon: string;
}

type Forms = readonly [one: string, more: string];

/** `#` stands for the number. */
function formsIn(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return ([one, more]: Forms, count: number) =>
    (rules.select(count) === 'one' ? one : more).replace('#', numbers.format(count));
}

const listIn = (language: string, items: readonly string[]) =>
  new Intl.ListFormat(language, { style: 'long', type: 'conjunction' }).format(items);

function english(): DigestTexts {
  const forms = formsIn('en');
  return {
    language: 'en',
    title: 'Your week in a few words',
    busiest: 'What people talked about most',
    new_channels: 'New channels',
    messages: (count) => forms(['# message', '# messages'], count),
    by: (names, others) =>
      listIn('en', others === 0 ? names : [...names, forms(['# more person', '# more people'], others)]),
    joined: (count) => forms(['# person joined this week.', '# people joined this week.'], count),
    hidden_messages: (messages, topics) =>
      `There were ${forms(['# message', '# messages'], messages)} in ${forms(['the busiest topic', 'the # busiest topics'], topics)} of your channels this week.`,
    hidden_channels: (count) => forms(['There is # new channel.', 'There are # new channels.'], count),
    hidden_by_organization: 'Your organization doesn’t include message text in emails.',
    hidden_by_reader: 'Your settings keep message text out of emails.',
    open: (organization) => `Open ${organization}`,
    why: (organization, url) =>
      `You’re receiving this email from ${organization} (${url}) because you haven’t been there for a few days. Replies to it aren’t read.`,
    unsubscribe: 'Unsubscribe from these weekly emails',
    colon: ':',
  };
}

function german(): DigestTexts {
  const forms = formsIn('de');
  return {
    language: 'de',
    title: 'Deine Woche in Kürze',
    busiest: 'Worüber am meisten gesprochen wurde',
    new_channels: 'Neue Kanäle',
    messages: (count) => forms(['# Nachricht', '# Nachrichten'], count),
    by: (names, others) =>
      listIn('de', others === 0 ? names : [...names, forms(['# weiteren Person', '# weiteren Personen'], others)]),
    joined: (count) =>
      forms(['# Person ist diese Woche dazugekommen.', '# Personen sind diese Woche dazugekommen.'], count),
    hidden_messages: (messages, topics) =>
      `Diese Woche gab es ${forms(['# Nachricht', '# Nachrichten'], messages)} ${forms(['im lebhaftesten Thema', 'in den # lebhaftesten Themen'], topics)} deiner Kanäle.`,
    hidden_channels: (count) => forms(['Es gibt # neuen Kanal.', 'Es gibt # neue Kanäle.'], count),
    hidden_by_organization: 'Deine Organisation nimmt den Text von Nachrichten nicht in E-Mails auf.',
    hidden_by_reader: 'Deine Einstellungen lassen den Text von Nachrichten aus E-Mails heraus.',
    open: (organization) => `${organization} öffnen`,
    why: (organization, url) =>
      `Du bekommst diese E-Mail von ${organization} (${url}), weil du ein paar Tage nicht da warst. Antworten darauf werden nicht gelesen.`,
    unsubscribe: 'Diese wöchentlichen E-Mails abbestellen',
    colon: ':',
  };
}

function french(): DigestTexts {
  const forms = formsIn('fr');
  return {
    language: 'fr',
    title: 'Votre semaine en bref',
    busiest: 'Les sujets les plus animés',
    new_channels: 'Nouveaux canaux',
    messages: (count) => forms(['# message', '# messages'], count),
    by: (names, others) =>
      listIn('fr', others === 0 ? names : [...names, forms(['# autre personne', '# autres personnes'], others)]),
    joined: (count) =>
      forms(['# personne est arrivée cette semaine.', '# personnes sont arrivées cette semaine.'], count),
    hidden_messages: (messages, topics) =>
      `Cette semaine, il y a eu ${forms(['# message', '# messages'], messages)} ${forms(['dans le sujet le plus animé', 'dans les # sujets les plus animés'], topics)} de vos canaux.`,
    hidden_channels: (count) => forms(['Il y a # nouveau canal.', 'Il y a # nouveaux canaux.'], count),
    hidden_by_organization: 'Votre organisation n’inclut pas le contenu des messages dans les e-mails.',
    hidden_by_reader: 'Vos paramètres excluent le contenu des messages des e-mails.',
    open: (organization) => `Ouvrir ${organization}`,
    why: (organization, url) =>
      `Vous recevez cet e-mail de ${organization} (${url}) parce que vous n’êtes pas venu depuis quelques jours. Les réponses ne sont pas lues.`,
    unsubscribe: 'Se désabonner de ces e-mails hebdomadaires',
    colon: '\u202f:',
  };
}

/** English for languages without texts. */
export function digestTexts(language: string): DigestTexts {
  const [base] = language.split('-');
  if (base === 'de') return german();
  return base === 'fr' ? french() : english();
}
