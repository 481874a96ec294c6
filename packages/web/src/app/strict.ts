// Loaded before everything else: the page's policy forbids making code from text, and schemas must not even try.
import { config } from 'zod';

config({ jitless: true });
