// A successful call for each endpoint of users.
import type { usersContract } from '@stoa/contract';
import { type Samples, someAccount } from './stage.ts';

export const usersSamples: Samples<typeof usersContract> = {
  getUsers: () => ({ client_gravatar: false }),
  getUser: ({ cast }) => ({ user_id: cast.dara.user_id }),
  getUserByEmail: ({ cast }) => ({ email: cast.dara.email }),
  getOwnUser: () => ({}),
  createUser: ({ unique }) => ({
    email: `sample${unique()}@stoa.example`,
    password: 'a long password',
    full_name: `Sample ${unique()}`,
  }),
  updateUser: async (stage) => ({
    user_id: (await someAccount(stage)).user_id,
    full_name: `Changed ${stage.unique()}`,
  }),
  updateUserByEmail: async (stage) => ({ email: (await someAccount(stage)).email, role: 300 }),
  deactivateUser: async (stage) => ({ user_id: (await someAccount(stage)).user_id, actions: {} }),
  deactivateOwnUser: () => ({}),
  reactivateUser: async (stage) => {
    const { user_id } = await someAccount(stage);
    await stage.cast.ada.deactivateUser({ user_id });
    return { user_id };
  },
  createPasswordResetLink: async (stage) => ({ user_id: (await someAccount(stage)).user_id }),
};
