// Setting up a new server, and data needed before sign-in.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { setupPages } from './setup.pages.ts';

export const setupSlice = defineSlice({
  name: 'setup',
  open: (services: Services) => ({ pages: setupPages(services, services.sends_mail, services.facts.dev) }),
});
