// Writing files into the text of a message, and parsing them again.
import { describe, expect, it } from 'bun:test';
import { joinFiles, linkTo, splitFiles } from './file-links.ts';

const picture = linkTo('image/png', 'a](b).png', '/user_uploads/1/x/a.png');
const notes = linkTo('text/plain', 'notes.txt', '/user_uploads/1/y/notes.txt');

describe('[WB150] files of a message', () => {
  it("become links after the text, in their order, that file names can't break", () => {
    expect(joinFiles('', [picture])).toBe('![a(b).png](/user_uploads/1/x/a.png)');
    expect(joinFiles('See these: \n', [notes, picture])).toBe(
      'See these:\n\n[notes.txt](/user_uploads/1/y/notes.txt)\n![a(b).png](/user_uploads/1/x/a.png)',
    );
    expect(joinFiles('Only text ', [])).toBe('Only text ');
  });

  it('are separated from the text again', () => {
    for (const [text, links] of [
      ['', [notes]],
      ['Two\n\nparagraphs', [picture, notes]],
      ['```\ncode\n```', [notes]],
    ] as const)
      expect(splitFiles(joinFiles(text, links))).toEqual({ text, links: [...links] });
  });

  it('stay in the text elsewhere, so that an edit changes nothing else', () => {
    for (const content of [
      '',
      'No file',
      'See [notes.txt](/user_uploads/1/y/notes.txt)',
      'See\n[notes.txt](/user_uploads/1/y/notes.txt)',
      'See\n\n[notes.txt](/user_uploads/1/y/notes.txt) and more',
      'See\n\n[notes.txt](/user_uploads/1/y/notes.txt)\n',
      'See \n\n[notes.txt](/user_uploads/1/y/notes.txt)',
      'See\n\n[notes.txt](https://example.org/user_uploads/1/y/notes.txt)',
      '```\nA sample:\n\n[notes.txt](/user_uploads/1/y/notes.txt)',
    ])
      expect(splitFiles(content)).toEqual({ text: content, links: [] });
  });
});
