// Structure of widgets and of additions to them, as existing clients send and read them. Pure.
import { BadRequest, MAX_SUBMESSAGE_LENGTH, MAX_SUBMESSAGE_TYPE_LENGTH } from '@stoa/contract';
import type { Widget } from '@stoa/markdown';
import { z } from 'zod';

/** The type of widget submessages. */
export const WIDGET_TYPE = 'widget';

const text = z.string();
const POLL = z.discriminatedUnion('type', [
  z.object({ type: z.literal('new_option'), option: text, idx: z.int() }),
  z.object({ type: z.literal('question'), question: text }),
  z.object({ type: z.literal('vote'), key: text, vote: z.literal([1, -1]) }),
]);
const TODO = z.discriminatedUnion('type', [
  z.object({ type: z.literal('new_task'), key: z.int(), task: text, desc: text, completed: z.boolean() }),
  z.object({ type: z.literal('strike'), key: text }),
  z.object({ type: z.literal('new_task_list_title'), title: text }),
]);
const ADDITIONS: Readonly<Record<string, z.ZodType<{ type: string }>>> = { poll: POLL, todo: TODO };

/** Changes reserved to the message's author, and the refusal of each. */
const AUTHORS_ONLY: Readonly<Record<string, string>> = {
  question: "You can't edit a question unless you are the author.",
  new_task_list_title: "You can't edit the task list title unless you are the author.",
};

/** The only widget sent as `widget_content` instead of text: buttons of a bot. */
const ZFORM = z.object({
  widget_type: z.literal('zform'),
  extra_data: z.object({
    type: z.literal('choices'),
    heading: text,
    choices: z.array(z.object({ type: z.literal('multiple_choice'), short_name: text, long_name: text, reply: text })),
  }),
});

function isLonger(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

function parse(json: string, refusal: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw BadRequest(refusal);
  }
}

function describe(error: z.ZodError): string {
  const { path, message } = error.issues[0]!;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/** The submessage that makes a message a widget; null if it is none. [MS50] [MS54] */
export function widgetOf(widget: Widget | null, widget_content: string | undefined): string | null {
  if (widget_content === undefined) return widget && JSON.stringify(widgetJson(widget));
  if (isLonger(widget_content, MAX_SUBMESSAGE_LENGTH)) throw BadRequest('Widgets: content is too long');
  const parsed = ZFORM.safeParse(parse(widget_content, 'Widgets: API programmer sent invalid JSON content'));
  if (!parsed.success) throw BadRequest(`Widgets: ${describe(parsed.error)}`);
  return JSON.stringify(parsed.data);
}

const widgetJson = ({ type, extra_data }: Widget) => ({ widget_type: type, extra_data });

/** The kind of widget, from the first submessage of a message. */
export function kindOf(first: { readonly content: string } | undefined): string | null {
  if (!first) return null;
  try {
    const { widget_type } = JSON.parse(first.content);
    return typeof widget_type === 'string' ? widget_type : null;
  } catch {
    return null;
  }
}

export interface Addition {
  readonly msg_type: string;
  readonly content: string;
}

/** Throws unless this may be added to a widget of this kind; null: the message is no known widget. [MS51] [MS52] */
export function checkAddition(kind: string | null, is_author: boolean, { msg_type, content }: Addition): void {
  if (msg_type === '' || isLonger(msg_type, MAX_SUBMESSAGE_TYPE_LENGTH)) throw BadRequest('Invalid msg_type');
  if (isLonger(content, MAX_SUBMESSAGE_LENGTH)) throw BadRequest('The content of a submessage is too long');
  const data = parse(content, 'Invalid json for submessage');
  if (kind === null && msg_type === WIDGET_TYPE) throw BadRequest('A message is made a widget when it is sent.');
  const shape = kind === null ? undefined : ADDITIONS[kind];
  if (!shape) return;
  const checked = shape.safeParse(data);
  if (!checked.success) throw BadRequest(`Invalid ${kind} data: ${describe(checked.error)}`);
  const refusal = AUTHORS_ONLY[checked.data.type];
  if (refusal !== undefined && !is_author) throw BadRequest(refusal);
}
