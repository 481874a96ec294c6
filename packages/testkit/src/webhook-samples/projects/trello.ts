// Payloads of Trello, written from its public documentation, with the fields that the formats read.

const board = { shortLink: 'bR4n', name: 'Engine' };
const card = { shortLink: 'xPk0', idShort: 3, name: 'Cool the pump' };
const checklist = { name: 'Steps' };
const checkItem = { name: 'Buy a fan', state: 'complete' };
const mira = { fullName: 'Mira M', username: 'mira' };
const bo = { fullName: 'Bo B', username: 'bo' };

const action = (type: string, data: object, member?: object) => ({
  model: { name: 'Engine', shortUrl: 'https://trello.com/b/bR4n' },
  action: { type, data: { board, ...data }, memberCreator: mira, member },
});
const cardAction = (type: string, data: object = {}, member?: object) => action(type, { card, ...data }, member);
const cardUpdate = (now: object, old: object) => action('updateCard', { card: { ...card, ...now }, old });

const NOON = '2026-05-24T10:00:00.000Z';

export const TRELLO: Readonly<Record<string, unknown>> = {
  addAttachmentToCard: cardAction('addAttachmentToCard', {
    attachment: { name: 'pump.png', url: 'https://files.example/pump.png' },
  }),
  addChecklistToCard: cardAction('addChecklistToCard', { checklist }),
  addLabelToCard: cardAction('addLabelToCard', { label: {}, text: 'urgent', value: 'orange' }),
  'addLabelToCard without a name': cardAction('addLabelToCard', { label: { name: '', color: 'green_dark' } }),
  'addLabelToCard without a color': cardAction('addLabelToCard', { label: { name: 'urgent', color: null } }),
  addMemberToBoard: action('addMemberToBoard', { memberType: 'normal' }, bo),
  addMemberToCard: cardAction('addMemberToCard', {}, bo),
  commentCard: cardAction('commentCard', { text: 'Looks fine' }),
  convertToCardFromCheckItem: cardAction('convertToCardFromCheckItem'),
  copyCard: cardAction('copyCard'),
  createCard: cardAction('createCard', { list: { name: 'To do' } }),
  createCheckItem: cardAction('createCheckItem', { checkItem }),
  createList: action('createList', { list: { name: 'Later' } }),
  deleteCard: cardAction('deleteCard', { card: { shortLink: 'xPk0', idShort: 3 } }),
  emailCard: cardAction('emailCard'),
  moveCardFromBoard: cardAction('moveCardFromBoard', { boardTarget: { name: 'Attic' } }),
  moveCardToBoard: cardAction('moveCardToBoard', { boardSource: { name: 'Attic' } }),
  removeChecklistFromCard: cardAction('removeChecklistFromCard', { checklist }),
  removeLabelFromCard: cardAction('removeLabelFromCard', { text: 'urgent', value: 'green' }),
  removeMemberFromBoard: action('removeMemberFromBoard', {}, bo),
  removeMemberFromCard: cardAction('removeMemberFromCard', {}, bo),
  'updateBoard name': action('updateBoard', { old: { name: 'Motor' } }),
  'updateBoard closed': action('updateBoard', { board: { ...board, closed: true }, old: { closed: false } }),
  'updateBoard reopened': action('updateBoard', { board: { ...board, closed: false }, old: { closed: true } }),
  'updateBoard background': action('updateBoard', { old: { prefs: { background: 'blue' } } }),
  'updateCard name': cardUpdate({}, { name: 'Cool it' }),
  'updateCard description set': cardUpdate({ desc: 'With a fan' }, { desc: '' }),
  'updateCard description changed': cardUpdate({ desc: 'With two fans' }, { desc: 'With a fan' }),
  'updateCard description removed': cardUpdate({ desc: '' }, { desc: 'With a fan' }),
  'updateCard due set': cardUpdate({ due: NOON }, { due: null }),
  'updateCard due changed': cardUpdate({ due: NOON }, { due: '2026-05-11T10:00:00.000Z' }),
  'updateCard due removed': cardUpdate({ due: null }, { due: NOON }),
  'updateCard completed': cardUpdate({ dueComplete: true }, { dueComplete: false }),
  'updateCard not completed': cardUpdate({ dueComplete: false }, { dueComplete: true }),
  'updateCard list': cardAction('updateCard', {
    listBefore: { name: 'To do' },
    listAfter: { name: 'Done' },
    old: { idList: '1' },
  }),
  'commentCard with little else': { action: { type: 'commentCard', data: { card: null, text: 'Looks fine' } } },
  'updateCard position': cardUpdate({ pos: 2 }, { pos: 1 }),
  'updateCard archived': cardUpdate({ closed: true }, { closed: false }),
  'updateCard reopened': cardUpdate({ closed: false }, { closed: true }),
  updateCheckItemStateOnCard: cardAction('updateCheckItemStateOnCard', { checkItem, checklist }),
  'updateCheckItemStateOnCard undone': cardAction('updateCheckItemStateOnCard', {
    checkItem: { ...checkItem, state: 'incomplete' },
    checklist,
  }),
  updateComment: cardAction('updateComment', { action: { text: 'Looks good' }, old: { text: 'Looks fine' } }),
  'updateList name': action('updateList', { list: { name: 'Done' }, old: { name: 'Ready' } }),
  'updateList archived': action('updateList', { list: { name: 'Done', closed: true }, old: { closed: false } }),
  'updateList reopened': action('updateList', { list: { name: 'Done', closed: false }, old: { closed: true } }),
};
