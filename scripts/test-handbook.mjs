// `npm run test:handbook [-- ARGUMENTS OF bun test]`: the examples of docs/operate/ that need other programs: Caddy, nginx, HAProxy, PostgreSQL, PgBouncer.
// At most 10 minutes.
import { runApart } from './run-apart.mjs';

await runApart({ folder: './tests/handbook', test_timeout_ms: 120_000, limit_minutes: 10 });
