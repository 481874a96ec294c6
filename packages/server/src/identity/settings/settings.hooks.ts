// What changes of settings announce, within the write that makes them.
import type { UserId, UserSetting, UserSettings } from '@stoa/contract';
import { hook } from '../../kit/hooks.ts';

export interface SettingsChange {
  readonly user_id: UserId;
  /** The settings that are different now. */
  readonly names: readonly UserSetting[];
  readonly settings: Partial<UserSettings>;
}
/** The account's clients were told. */
export const settingsChanged = hook<SettingsChange>('settings changed');
