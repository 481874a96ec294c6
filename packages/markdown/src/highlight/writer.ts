// Writes highlighted code: neighbours of one class share a span, and no span crosses a line end.
import { escapeAll } from '../html/escape.ts';

export class Writer {
  private html = '';
  private open = '';

  /** `className` is one of our short names, or '' for plain text. */
  add(text: string, className = ''): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.addLine(text.slice(from, end), className);
      this.close();
      this.html += '\n';
      from = end + 1;
    }
    this.addLine(from === 0 ? text : text.slice(from), className);
  }

  private addLine(text: string, className: string): void {
    if (text === '') return;
    if (className !== this.open) {
      this.close();
      if (className) this.html += `<span class="${className}">`;
      this.open = className;
    }
    this.html += escapeAll(text);
  }

  private close(): void {
    if (this.open) this.html += '</span>';
    this.open = '';
  }

  finish(): string {
    this.close();
    return this.html;
  }
}
