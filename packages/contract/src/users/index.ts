// People: accounts as others see them.
import { slice } from '../kit/slice.ts';
import { realmUserAdd, realmUserRemove, realmUserUpdate } from '../shapes/users.events.ts';
import {
  createPasswordResetLink,
  deactivateOwnUser,
  deactivateUser,
  reactivateUser,
  updateUser,
  updateUserByEmail,
} from './account-changes.endpoints.ts';
import { createUser, getOwnUser, getUser, getUserByEmail, getUsers } from './users.endpoints.ts';
import { reduceUsers, usersState } from './users.state.ts';

export * from './account-changes.endpoints.ts';
export * from './users.endpoints.ts';
export * from './users.state.ts';

export const usersContract = slice({
  name: 'users',
  endpoints: {
    getUsers,
    getUser,
    getUserByEmail,
    getOwnUser,
    createUser,
    updateUser,
    updateUserByEmail,
    deactivateUser,
    deactivateOwnUser,
    reactivateUser,
    createPasswordResetLink,
  },
  events: [realmUserAdd, realmUserRemove, realmUserUpdate],
  state: { users: usersState },
  reduce: [reduceUsers],
});
