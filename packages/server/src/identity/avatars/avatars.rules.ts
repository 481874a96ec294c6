// The names of the files of an avatar. Pure.

/** The small and the medium picture. */
export const avatarFiles = (avatar_key: string): [small: string, medium: string] => [
  `avatars/${avatar_key}.png`,
  `avatars/${avatar_key}-medium.png`,
];
