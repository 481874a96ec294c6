// Kinds of channels by who may read them, and their values in the API. Spec 4.1. Pure.
import type { Channel } from '@stoa/contract';
import { holdsRealmPermission } from '@stoa/contract';
import type { State } from '../../model/state/state.ts';

export const PRIVACIES = ['web_public', 'public', 'private_shared', 'private_protected'] as const;
export type Privacy = (typeof PRIVACIES)[number];

type Flags = Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>;

export function privacyOf({ invite_only, is_web_public, history_public_to_subscribers }: Flags): Privacy {
  if (is_web_public) return 'web_public';
  if (!invite_only) return 'public';
  return history_public_to_subscribers ? 'private_shared' : 'private_protected';
}

export function flagsOf(privacy: Privacy): Flags {
  return {
    invite_only: privacy.startsWith('private'),
    is_web_public: privacy === 'web_public',
    history_public_to_subscribers: privacy !== 'private_protected',
  };
}

/** The kinds the reader may choose for a new channel (null), or for an existing one they administer. */
export function choosable(state: State, present: Privacy | null): Privacy[] {
  const web =
    state.server_web_public_streams_enabled &&
    state.realm_enable_spectator_access &&
    holdsRealmPermission(state, 'can_create_web_public_channel_group');
  const may: Record<Privacy, boolean> = {
    web_public: web,
    public: present !== null || holdsRealmPermission(state, 'can_create_public_channel_group'),
    private_shared: present !== null || holdsRealmPermission(state, 'can_create_private_channel_group'),
    private_protected: present !== null || holdsRealmPermission(state, 'can_create_private_channel_group'),
  };
  return PRIVACIES.filter((privacy) => may[privacy] || privacy === present);
}
