// What somebody's picture may be made from, as a file field takes it.
export const PICTURES = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/tiff,image/bmp,image/heic';
