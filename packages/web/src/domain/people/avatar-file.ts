// Accepted file types of avatars, as in a file input.
export const PICTURES = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/tiff,image/bmp,image/heic';
