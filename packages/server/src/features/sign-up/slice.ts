// Signing up, and the welcome message.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { createUserRoutes } from './create-user.routes.ts';
import { signUpComposer } from './sign-up.emails.ts';
import { signUpPages } from './sign-up.pages.ts';
import { welcomeComposer } from './welcome.emails.ts';
import { welcomeRoutes } from './welcome.routes.ts';

export const signUpSlice = defineSlice({
  name: 'sign-up',
  routes: [...createUserRoutes, ...welcomeRoutes],
  emails: (services) => [signUpComposer(services), welcomeComposer],
  open: (services: Services) => ({ forms: signUpPages({ ...services, sign_up_config: services }) }),
});
