// Accounts connected to Zoom, with sealed tokens.
import type { Migration } from '../kit/database/migrate.ts';

export const zoomTokens: Migration = {
  version: 58,
  name: 'zoom-tokens',
  statements: () => [
    'create table zoom_tokens (user_id bigint primary key references users (user_id), token text not null)',
  ],
};
