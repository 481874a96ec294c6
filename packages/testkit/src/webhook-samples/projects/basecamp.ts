// Payloads of Basecamp, written from its public documentation, with the fields that the formats read.

const at = (path: string) => `https://basecamp.example/1/buckets/2/${path}`;
const bucket = { id: 2, name: 'Engine', type: 'Project' };
const creator = { id: 4, name: 'Mira M' };
const WORDS = '<div>Looks <strong>fine</strong> &amp; cool:<br>&lt;b&gt;</div><ul><li>one</li><li>two</li></ul>';

interface Thing {
  readonly title: string;
  readonly app_url: string;
  readonly content?: string;
  readonly parent: { readonly title: string; readonly type: string; readonly app_url: string };
}
const inside = (title: string, type: string, path: string) => ({ title, type, app_url: at(path) });
const vault = inside('Docs & Files', 'Vault', 'vaults/1');
const todo = inside('Cool the pump', 'Todo', 'todos/3');
const question = inside('What now?', 'Question', 'questions/6');

const THINGS: Readonly<Record<string, Thing>> = {
  comment: { title: 'Re: Cool the pump', app_url: at('todos/3#4'), content: WORDS, parent: todo },
  document: { title: 'Manual', app_url: at('documents/5'), content: WORDS, parent: vault },
  kanban_card: { title: 'Paint it', app_url: at('cards/10'), parent: inside('To do', 'Kanban::Column', 'columns/1') },
  message: {
    title: 'Hot pump',
    app_url: at('messages/8'),
    content: WORDS,
    parent: inside('Message Board', 'Message::Board', 'message_boards/1'),
  },
  question: { ...question, parent: inside('Automatic Check-ins', 'Questionnaire', 'questionnaires/1') },
  question_answer: { title: 'Answer', app_url: at('questions/6/answers/7'), content: WORDS, parent: question },
  schedule_entry: { title: 'Launch', app_url: at('schedule_entries/9'), parent: inside('', 'Schedule', 'schedules/1') },
  todo: { ...todo, content: 'Cool the pump', parent: inside('Repairs', 'Todolist', 'todolists/2') },
  todolist: { title: 'Repairs', app_url: at('todolists/2'), parent: inside('To-dos', 'Todoset', 'todosets/1') },
};

const LASTING = ['archived', 'created', 'trashed', 'unarchived'];
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  comment: ['content_changed', 'created', 'trashed'],
  document: [...LASTING, 'active', 'content_changed', 'publicized', 'title_changed'],
  kanban_card: [...LASTING, 'moved'],
  message: [...LASTING, 'active', 'content_changed', 'subject_changed'],
  question: LASTING,
  question_answer: [...LASTING, 'content_changed'],
  schedule_entry: [...LASTING, 'starts_at_changed'],
  todo: [...LASTING, 'assignment_changed', 'completed', 'due_on_changed', 'uncompleted'],
  todolist: [...LASTING, 'description_changed', 'name_changed'],
};

export const BASECAMP: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(ACTIONS).flatMap(([thing, actions]) =>
      actions.map((action) => {
        const kind = `${thing}_${action}`;
        return [kind, { kind, creator, recording: { ...THINGS[thing], bucket } }];
      }),
    ),
  ),
  'todo_created with little else': { kind: 'todo_created', creator: null, recording: { title: null, parent: [] } },
};
