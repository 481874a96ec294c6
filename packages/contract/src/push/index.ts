// Registration of devices for mobile push notifications, and test notifications. Spec 4.12, 4.15, 4.21.
import { z } from 'zod';
import { deviceUpdate, PushKeyId } from '../devices/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';

/** In characters; real tokens are far shorter. */
export const MAX_PUSH_TOKEN_LENGTH = 4096;
export const MAX_SEALED_REGISTRATION_LENGTH = 20_000;
/** Tokens registered the legacy way, per account. */
export const MAX_PUSH_TOKENS = 100;

export const PushServiceNotConfigured = apiError({
  code: 'PUSH_SERVICE_NOT_CONFIGURED',
  status: 400,
  summary: 'This server has no push service configured.',
});
export const NoActivePushDevice = apiError({
  code: 'NO_ACTIVE_PUSH_DEVICE',
  status: 400,
  summary: 'No matching device is registered for push notifications.',
});
export const AdminActionRequired = apiError({
  code: 'ADMIN_ACTION_REQUIRED',
  status: 403,
  summary: 'The push service refused this server or organization; the operator has to act.',
});
export const FailedToConnectBouncer = apiError({
  code: 'FAILED_TO_CONNECT_BOUNCER',
  status: 502,
  summary: 'The push service is unreachable.',
});
export const InternalServerErrorOnBouncer = apiError({
  code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  status: 502,
  summary: 'The push service failed.',
});
export const InvalidPushDeviceToken = apiError({
  code: 'INVALID_PUSH_DEVICE_TOKEN',
  status: 400,
  summary: 'The account has no device with this token.',
});
export const InvalidRemotePushDeviceToken = apiError({
  code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  status: 400,
  summary: 'The push service does not know the token.',
});

const TokenKind = z.enum(['fcm', 'apns']);
export type TokenKind = z.output<typeof TokenKind>;

export const registerPushDevice = endpoint({
  id: 'register-push-device',
  method: 'POST',
  path: '/mobile_push/register',
  access: 'user',
  scope: 'key',
  params: () =>
    z.object({
      device_id: z.int(),
      push_key_id: PushKeyId.optional(),
      /** Base64 of the byte 0x31 followed by a 32-byte key. */
      push_key: z.string().optional(),
      token_kind: TokenKind.optional(),
      /** Base64 of the first 8 bytes of the token's SHA-256. */
      token_id: z.string().optional(),
      bouncer_public_key: z.string().optional(),
      /** The token and its metadata, encrypted for the push service. */
      encrypted_push_registration: z.string().optional(),
    }),
  fresh_password: true,
  errors: [PushServiceNotConfigured],
  emits: [deviceUpdate],
  summary: 'Register a device for encrypted push notifications, or change its key or its token',
  since: 406,
});

export const sendTestNotification = endpoint({
  id: 'e2ee-test-notify',
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  access: 'user',
  scope: 'key',
  params: () => z.object({ device_id: z.int().optional() }),
  errors: [NoActivePushDevice, AdminActionRequired, FailedToConnectBouncer, InternalServerErrorOnBouncer],
  emits: [deviceUpdate],
  summary: 'Send an encrypted test notification to one or all of your devices',
  since: 420,
});

export const sendPlainTestNotification = endpoint({
  id: 'test-notify',
  method: 'POST',
  path: '/mobile_push/test_notification',
  access: 'user',
  scope: 'key',
  params: () => z.object({ token: z.string().optional() }),
  errors: [
    InvalidPushDeviceToken,
    InvalidRemotePushDeviceToken,
    AdminActionRequired,
    FailedToConnectBouncer,
    InternalServerErrorOnBouncer,
  ],
  summary: 'Send a test notification to devices registered the legacy way (deprecated)',
});

const token = z.string();
export const addApnsToken = endpoint({
  id: 'add-apns-token',
  method: 'POST',
  path: '/users/me/apns_device_token',
  access: 'user',
  scope: 'key',
  params: () => z.object({ token, appid: z.string() }),
  fresh_password: true,
  summary: 'Register an iOS device the legacy way (deprecated)',
});
export const removeApnsToken = endpoint({
  id: 'remove-apns-token',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  access: 'user',
  scope: 'key',
  params: () => z.object({ token }),
  summary: 'Remove an iOS device that was registered the legacy way (deprecated)',
});
export const addFcmToken = endpoint({
  id: 'add-fcm-token',
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  access: 'user',
  scope: 'key',
  params: () => z.object({ token }),
  fresh_password: true,
  summary: 'Register an Android device the legacy way (deprecated)',
});
export const removeFcmToken = endpoint({
  id: 'remove-fcm-token',
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  access: 'user',
  scope: 'key',
  params: () => z.object({ token }),
  summary: 'Remove an Android device that was registered the legacy way (deprecated)',
});

export const pushContract = slice({
  name: 'push',
  endpoints: {
    registerPushDevice,
    sendTestNotification,
    sendPlainTestNotification,
    addApnsToken,
    removeApnsToken,
    addFcmToken,
    removeFcmToken,
  },
});
