// A line rendered by the server: the description of a channel or folder.
import { sanitize } from './message-html.ts';

export function RenderedLine({ html, className = '' }: { html: string; className?: string }) {
  return (
    <span
      className={`rendered-line ${className}`}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the sanitizer is the only way for HTML into the page
      dangerouslySetInnerHTML={{ __html: sanitize(html) }}
    />
  );
}
