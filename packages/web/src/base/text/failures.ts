// Why a call failed, as text for the reader: by the server's reason, else by error code, and in the server's words if neither
// is known. [WB102]
import { ApiError } from '@stoa/contract/api-error';
import type { MessageKey, Text } from './catalogue.ts';
import type { FailureTexts } from './languages/failures-en.ts';
import { fillIn, t } from './text.ts';

type Key = MessageKey<FailureTexts>;

let texts: FailureTexts | null = null;

export function setFailureTexts(own: FailureTexts): void {
  texts = own;
}

/** The text of a key that comes from the server, perhaps one of another version. */
function textAt(key: string): Text | null {
  return texts && Object.hasOwn(texts, key) ? texts[key as Key] : null;
}

/** The text of a reason for a refusal; null if this client doesn't know it. */
export function refusalText(reason: unknown, params: unknown = {}): string | null {
  const text = textAt(`refusal_${reason}`);
  if (text === null || typeof params !== 'object' || params === null) return null;
  const values = Object.entries(params).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const filled: Record<string, string | number> = Object.fromEntries(values);
  if (reason === 'parameter_invalid' && filled.parameter !== undefined)
    filled.parameter = parameterName(String(filled.parameter));
  return fillIn(text, filled);
}

/** Why an import ended, which may be a refusal; null if this client doesn't know the reason. */
export function importFailureText({ reason, params }: { reason: string; params: object }): string | null {
  const text = textAt(`archive_${reason}`);
  return text === null ? refusalText(reason, params) : fillIn(text, params as Record<string, string | number>);
}

/** The reader was asked for the password and did not give it, or would have to be asked. [SS10] */
export const isPasswordNeeded = (error: unknown) => error instanceof ApiError && error.code === 'PASSWORD_NEEDED';

const BY_STATUS: Readonly<Record<number, string>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
};

const kindOf = ({ code, status }: ApiError): string | undefined =>
  code === 'BAD_REQUEST' && status !== 400 ? BY_STATUS[status] : code;

/** The readers' name for a parameter; its own name if they never see it as a field. */
const parameterName = (name: string): string => fillIn(textAt(`parameter_${name}`) ?? name, {});

/** Why the server doesn't search for something. */
function narrowText({ fields }: ApiError): string | null {
  const { reason, operator = '', operand = '', limit = 1 } = fields;
  const text = textAt(`narrow_${reason}`);
  if (text === null) return null;
  return fillIn(text, {
    operator: String(operator),
    value: String(operand),
    count: Number(limit),
  });
}

function textOf(error: ApiError): string {
  if (error.code === 'BAD_NARROW') {
    const text = narrowText(error);
    if (text !== null) return text;
  }
  const refusal = refusalText(error.fields.reason, error.fields.params);
  if (refusal !== null) return refusal;
  const text = textAt(`code_${kindOf(error)}`);
  if (text === null) return error.message;
  const { var_name, desc, 'retry-after': wait } = error.fields;
  return fillIn(text, {
    parameter: parameterName(String(var_name ?? '')),
    detail: typeof desc === 'string' ? desc : error.message,
    count: typeof wait === 'number' ? Math.max(1, Math.ceil(wait)) : 1,
  });
}

export const failureText = (error: unknown): string =>
  error instanceof ApiError ? textOf(error) : t('server_unreachable');
