// Payloads of Wekan, written from its public documentation, with the fields that the formats read.

const ADDRESS = 'https://wekan.example/b/Jinj/engine';
const AT = 'at list "To do" at swimlane "Default" at board "Engine"';
const onBoard = (description: string, said: string) => ({
  text: `mira ${said}\n${ADDRESS}`,
  boardId: 'Jinj',
  user: 'mira',
  description,
});
const onCard = (description: string, said: string, more: object = {}) => ({
  ...onBoard(description, said),
  text: `mira ${said}\n${ADDRESS}/pMtu`,
  cardId: 'pMtu',
  card: 'Cool the pump',
  ...more,
});
const CARD = `card "Cool the pump" ${AT}`;
const comment = { comment: 'Looks fine\n@bo?' };

export const WEKAN: Readonly<Record<string, unknown>> = {
  'act-addAttachment': onCard('act-addAttachment', `added attachment "pump.png" to ${CARD}`),
  'act-addComment': onCard('act-addComment', `commented on card "Cool the pump": "Looks fine\n@bo?" ${AT}`, comment),
  'act-addedLabel': onCard('act-addedLabel', `Added label urgent to ${CARD}`),
  'act-archivedCard': onCard('act-archivedCard', `Card "Cool the pump" ${AT} moved to Archive`),
  'act-createSwimlane': onBoard('act-createSwimlane', 'created swimlane "Later" to board "Engine"'),
  'act-deleteComment': onCard('act-deleteComment', `deleted comment on ${CARD}`, comment),
  'act-editComment': onCard('act-editComment', `edited comment on ${CARD}`, comment),
  'act-moveCard': onCard(
    'act-moveCard',
    `moved card "Cool the pump" at board "Engine" from list "To do" to list "Done"`,
  ),
  'act-removeList': onBoard('act-removeList', 'act-removeList'),
  'act-removedChecklistItem': onCard('act-removedChecklistItem', 'act-removedChecklistItem'),
  'act-a-dueAt': onCard('act-a-dueAt', 'act-a-dueAt'),
  'without the person': { text: `mira created card "Cool the pump"\n${ADDRESS}` },
  'without an address': { text: 'mira did something.', user: 'mira' },
};
