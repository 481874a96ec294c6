// `npm run test:faults [-- ARGUMENTS OF bun test]`: servers under load and under faults, on both engines; writes docs/operate/faults.md. Needs
// PostgreSQL, a C compiler, libfaketime and, for faults of disks and memory, to be root. At most 20 minutes.
import { runApart } from './run-apart.mjs';

await runApart({ folder: './tests/faults', test_timeout_ms: 90_000, limit_minutes: 20 });
