// Validation of navigation views and their names. Pure.
import {
  BadRequest,
  BUILT_IN_VIEWS,
  MAX_FRAGMENT_LENGTH,
  MAX_NAVIGATION_VIEW_NAME_LENGTH,
  type NavigationView,
  VIEWS_OF_SOME_CLIENTS,
} from '@stoa/contract';

const isOneOf = (views: readonly string[], fragment: string): boolean => views.includes(fragment);

export function checkFragment(fragment: string): string {
  if (fragment.trim() === '') throw BadRequest('fragment cannot be blank');
  if ([...fragment].length > MAX_FRAGMENT_LENGTH)
    throw BadRequest(`fragment is too long (limit: ${MAX_FRAGMENT_LENGTH} characters)`);
  // Clients and proxies normalize paths: a view with such a fragment could never be edited or removed. [NV4]
  if (fragment.split('/').some((part) => part === '.' || part === '..'))
    throw BadRequest('fragment cannot have "." or ".." as a part');
  return fragment;
}

/** The stored name: null for built-in views, optional for those of some clients, required for all others. [NV5] [NV600] */
export function checkName(fragment: string, input: string | null | undefined): string | null {
  const name = input?.trim() ?? '';
  if (isOneOf(BUILT_IN_VIEWS, fragment)) {
    if (name !== '') throw BadRequest('Built-in views cannot have a custom name.');
    return null;
  }
  if (name === '' && isOneOf(VIEWS_OF_SOME_CLIENTS, fragment)) return null;
  if (name === '') throw BadRequest('Custom views must have a valid name.');
  if ([...name].length > MAX_NAVIGATION_VIEW_NAME_LENGTH)
    throw BadRequest(`The name of a view is too long (limit: ${MAX_NAVIGATION_VIEW_NAME_LENGTH} characters).`);
  return name;
}

/** Throws if `view` conflicts with existing views or exceeds their limit. [NV6] [NV7] */
export function checkNewView(views: readonly NavigationView[], view: NavigationView): void {
  if (views.some(({ fragment }) => fragment === view.fragment)) throw BadRequest('Navigation view already exists.');
  checkNameIsFree(views, view);
}

export function checkNameIsFree(others: readonly NavigationView[], { name }: NavigationView): void {
  if (typeof name === 'string' && others.some((other) => other.name === name))
    throw BadRequest('A navigation view with this name already exists.');
}
