// `npm run compatibility`: writes docs/compatibility.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatibilityPage } from './compatibility/table.ts';
import { ROOT, readTests } from './compatibility/tests-by-rule.ts';

mkdirSync(join(ROOT, 'docs'), { recursive: true });
writeFileSync(join(ROOT, 'docs', 'compatibility.md'), compatibilityPage(readTests()));
