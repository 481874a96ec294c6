// Writes the committed copy of the API's description: `npm run openapi`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApi } from './openapi.ts';

export const OPENAPI_FILE = fileURLToPath(new URL('../../../../../openapi.json', import.meta.url));

export function openApiText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, openApiText());
