// Loaded first: the page's policy forbids code from text, and the schema library must not try. Sets its option in the global
// it reads, so that this does not wait for the library.
import type { $ZodConfig } from 'zod/v4/core';

declare global {
  var __zod_globalConfig: $ZodConfig | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
