// Applies the reader's appearance settings: theme, contrast, sizes, width, emoji.
import { useEffect } from 'react';
import { useAppState } from '../../model/engine/context.ts';

export function useAppearance(): void {
  const settings = useAppState(({ user_settings }) => user_settings);
  const { color_scheme, web_font_size_px, web_line_height_percent, high_contrast_mode, fluid_layout_width, emojiset } =
    settings;
  const media_size = useAppState(({ realm_media_preview_size }) => realm_media_preview_size);
  useEffect(() => {
    document.documentElement.style.setProperty('--media-scale', String(media_size / 100));
  }, [media_size]);
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = color_scheme === 2 ? 'dark' : color_scheme === 3 ? 'light' : 'auto';
    root.dataset.emojiset = emojiset;
    root.classList.toggle('high-contrast', high_contrast_mode);
    root.classList.toggle('fluid', fluid_layout_width);
    root.style.fontSize = `${web_font_size_px}px`;
    root.style.setProperty('--line-height', String(web_line_height_percent / 100));
  }, [color_scheme, web_font_size_px, web_line_height_percent, high_contrast_mode, fluid_layout_width, emojiset]);
}
