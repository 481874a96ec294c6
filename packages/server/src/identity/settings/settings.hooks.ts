// Hooks of settings changes.
import type { UserId, UserSetting, UserSettings } from '@stoa/contract';
import { hook } from '../../kit/write/hook.ts';

export interface SettingsChange {
  readonly user_id: UserId;
  /** The changed settings. */
  readonly names: readonly UserSetting[];
  readonly settings: Partial<UserSettings>;
}
/** The account's clients were told. */
export const settingsChanged = hook<SettingsChange>('settings changed');
