// Loaded before everything else: the page's policy forbids making code from text, and schemas must not even try. Where the
// library looks for it when it comes, so that this must not wait for the library.
import type { $ZodConfig } from 'zod/v4/core';

declare global {
  var __zod_globalConfig: $ZodConfig | undefined;
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };
