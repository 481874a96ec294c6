// The variables of an RFC 6570 URL template. Pure.

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?$/;

/** In order, without modifiers; null for an invalid template. */
export function templateVariables(template: string): string[] | null {
  if (/[{}]/.test(template.replace(EXPRESSION, ''))) return null;
  const variables: string[] = [];
  for (const [, , list] of template.matchAll(EXPRESSION))
    for (const variable of list!.split(',')) {
      if (!VARIABLE.test(variable)) return null;
      variables.push(variable.replace(/:\d+$|\*$/, ''));
    }
  return variables;
}
