// How far a move between the engines is, with its rate and the time left.
import type { CopyStep } from '../kit/database/copy/store-copy.ts';
import { ProgressLines } from './progress.ts';

const WORDS: Record<CopyStep | 'files', string> = {
  rows: 'Rows copied',
  search: 'Messages indexed for search',
  changes: 'Changes copied',
  indexes: 'Indexes made',
  comparison: 'Rows compared',
  links: 'Constraints made',
  files: 'Files copied',
};

export class MoveProgress {
  private readonly lines = new ProgressLines();
  private step: keyof typeof WORDS | null = null;
  private first = { at: 0, done: 0 };

  readonly report = (step: keyof typeof WORDS, done: number, total: number): void => {
    if (step !== this.step) {
      this.step = step;
      this.first = { at: performance.now(), done };
    }
    this.lines.show(() => {
      const rate = (done - this.first.done) / ((performance.now() - this.first.at) / 1000);
      const pace = rate > 0 ? `, ${Math.round(rate)}/s, ${Math.ceil((total - done) / rate)} s left` : '';
      return `${WORDS[step]}: ${done} of ${total}${pace}`;
    });
  };

  end(): void {
    this.lines.end();
  }
}
